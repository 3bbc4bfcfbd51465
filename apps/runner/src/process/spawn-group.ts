import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Problem, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';
import type { Command, ProcessEnd } from './command.js';

/** What a tool creates is for its user alone, wherever it puts it. */
const TOOL_UMASK = 0o077;

/** A running process that leads its own process group and session. */
export interface ProcessGroup {
  child: ChildProcess;
  /** Id of the leader and of its group. */
  pid: number;
  ended: Promise<ProcessEnd>;
}

/**
 * Starts a command in its own session, without a shell.
 * @throws AttemptFailure when the tool is not installed or cannot be started.
 */
export async function spawnGroup(command: Command, stdio: StdioOptions): Promise<ProcessGroup> {
  const child = spawnWithUmask(command, stdio);
  const ended = new Promise<ProcessEnd>((resolve) =>
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal })),
  );
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(spawnFailure(command, error)));
  });
  return { child, pid: child.pid ?? 0, ended };
}

function spawnWithUmask(command: Command, stdio: StdioOptions): ChildProcess {
  const before = process.umask(command.umask ?? TOOL_UMASK);
  try {
    const { file, args, cwd, env } = command;
    return spawn(file, [...args], { cwd, env, stdio, detached: true, shell: false });
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
