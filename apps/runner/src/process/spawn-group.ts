import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Problem, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';
import type { Command, ProcessEnd } from './command.js';

/** Files that a tool creates are for its user alone, wherever it puts them. */
const TOOL_UMASK = 0o077;

/** A running process that leads its own process group and session. */
export interface ProcessGroup {
  child: ChildProcess;
  /** Id of the leader and of its group. */
  pid: number;
  /** Id of the tool itself, which something may have started that waits for it; `null` = not known yet, or gone. */
  toolPid(): number | null;
  ended: Promise<ProcessEnd>;
}

/** How a program is started; absent = by this process, as its own user. */
export interface SpawnMeans {
  uid?: number;
  gid?: number;
  /** A program with its arguments that starts the command, which follows them. Everything else reaches it as the command would get it. */
  through?: readonly [file: string, ...args: string[]];
}

/**
 * Starts a command in its own session, without a shell.
 * @throws AttemptFailure when the tool is not installed or cannot be started.
 */
export async function spawnGroup(command: Command, stdio: StdioOptions, means: SpawnMeans = {}): Promise<ProcessGroup> {
  const child = spawnWithUmask(command, stdio, means);
  const ended = new Promise<ProcessEnd>((resolve) =>
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal })),
  );
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(spawnFailure(command, error)));
  });
  const pid = child.pid ?? 0;
  return { child, pid, toolPid: () => pid, ended };
}

function spawnWithUmask(command: Command, stdio: StdioOptions, means: SpawnMeans): ChildProcess {
  const before = process.umask(command.umask ?? TOOL_UMASK);
  try {
    const { through, ...user } = means;
    const { env } = command;
    const options = { env, stdio, detached: true, shell: false, ...user };
    if (through) {
      const [file, ...args] = through;
      return spawn(file, [...args, command.file, ...command.args], { ...options, cwd: '/' });
    }
    return spawn(command.file, [...command.args], { ...options, cwd: command.cwd });
  } catch (error) {
    throw spawnFailure(command, error as NodeJS.ErrnoException);
  } finally {
    process.umask(before);
  }
}

function spawnFailure({ file: tool, cwd }: Command, error: NodeJS.ErrnoException): AttemptFailure {
  const host = hostname();
  const missing = (): Problem =>
    existsSync(cwd) ? problem('tool_missing', { tool, host }) : problem('directory_missing', { path: cwd, host });
  switch (error.code) {
    case 'ENOENT':
      return new AttemptFailure(missing());
    case 'EACCES':
      return new AttemptFailure(problem('tool_not_executable', { tool, host }));
    case 'E2BIG':
      return new AttemptFailure(problem('tool_arguments_too_large', { tool }));
    case 'ERR_INVALID_ARG_VALUE':
      return new AttemptFailure(problem('tool_nul', { tool }));
    default:
      return new AttemptFailure(problem('tool_unstartable', { tool, host, reason: error.message }));
  }
}
