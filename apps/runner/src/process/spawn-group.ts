import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
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

function spawnFailure(command: Command, error: NodeJS.ErrnoException): AttemptFailure {
  const tool = `The tool "${command.file}"`;
  const where = `on this runner (${hostname()})`;
  switch (error.code) {
    case 'ENOENT':
      return new AttemptFailure(
        existsSync(command.cwd) ? `${tool} is not installed ${where}` : `The directory ${command.cwd} does not exist`,
      );
    case 'EACCES':
      return new AttemptFailure(`${tool} is not executable (permission denied) ${where}`);
    case 'E2BIG':
      return new AttemptFailure(`${tool} cannot be started: its arguments and environment are too large`);
    case 'ERR_INVALID_ARG_VALUE':
      return new AttemptFailure(`${tool} cannot be started: an argument or variable holds a NUL character`);
    default:
      return new AttemptFailure(`${tool} cannot be started ${where}: ${error.message}`);
  }
}
