import { spawn, type ChildProcess } from 'node:child_process';
import { Writable } from 'node:stream';

/** Environment variables by name. */
export type Environment = Record<string, string | undefined>;

/** A Node program and what it is started with. */
export interface Program {
  /** Arguments of node: its own options, the script, and what the script gets. */
  args: string[];
  environment: Environment;
  /** Settings that stand neither in its environment nor on its command line: it reads them from an open file, once. */
  settings?: Environment;
}

/** The descriptor of that open file in the program, whose number `SWITCHYARD_SETTINGS_FD` names. */
const settingsDescriptor = 3;

/** Starts the program in this group of processes, or as the leader of a group of its own. */
export function spawnProgram(
  { args, environment, settings }: Program,
  streams: ('ignore' | 'inherit' | 'pipe')[],
  detached: boolean,
): ChildProcess {
  if (!settings) {
    return spawn(process.execPath, args, { env: environment, detached, stdio: streams });
  }
  const env = { ...environment, SWITCHYARD_SETTINGS_FD: String(settingsDescriptor) };
  const child = spawn(process.execPath, args, { env, detached, stdio: [...streams, 'pipe'] });
  const pipe = child.stdio[settingsDescriptor];
  if (pipe instanceof Writable) {
    pipe.on('error', () => undefined).end(JSON.stringify(settings));
  }
  return child;
}
