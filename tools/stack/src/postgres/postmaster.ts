import { waitUntil } from '@switchyard/concurrency';
import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { rotateLog } from '../process/log-file.js';
import { isSameProcess } from '../process/process-info.js';
import { StartError } from '../start-error.js';
import { postgresBinary } from './binaries.js';
import { findPostmaster, readPostmasterPid, type PostmasterPid } from './postmaster-pid.js';
import type { RunAs } from './run-as.js';

/** Needs of one start of the server. */
export interface PostmasterStart {
  cluster: string;
  port: number;
  /** Server settings, each passed with -c. */
  settings: Record<string, string>;
  /** The file the server's messages are appended to. */
  log: string;
  runAs: RunAs;
}

/** The server ended before it was ready. */
export class PostmasterExit extends StartError {
  /** @param output what the server wrote during this start */
  constructor(readonly output: string) {
    super(`PostgreSQL ended while it started: ${output.trim()}`);
  }

  /** Another program took the port first. */
  get portTaken(): boolean {
    return this.output.includes('Address already in use');
  }

  /** The processes of a server that was killed still hold its memory; they end by themselves. */
  get stillDraining(): boolean {
    return this.output.includes('is still in use');
  }
}

const readyTimeoutMs = 120_000;

/** Starts the server in a session of its own and waits until it takes connections. */
export async function launchPostmaster(start: PostmasterStart): Promise<PostmasterPid> {
  rotateLog(start.log);
  const log = openSync(start.log, 'a', 0o600);
  const offset = fstatSync(log).size;
  const settings = Object.entries(start.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = [postgresBinary('postgres'), '-D', start.cluster, '-p', String(start.port), ...settings];
  const [command = '', ...args] = [...start.runAs.prefix, ...program];
  const child = spawn(command, args, {
    ...start.runAs.identity,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let spawnFault: Error | undefined;
  child.once('error', (error) => (spawnFault = error));
  child.unref();
  const ended = () => spawnFault !== undefined || child.exitCode !== null || child.signalCode !== null;
  const serves = () => readPostmasterPid(start.cluster)?.pid === child.pid && isReady(start.cluster);
  await waitUntil(() => ended() || serves(), readyTimeoutMs, 10);
  if (ended()) {
    throw spawnFault ?? new PostmasterExit(readFrom(start.log, offset));
  }
  const found = readPostmasterPid(start.cluster);
  if (!found?.ready) {
    throw new Error(`PostgreSQL was not ready within ${readyTimeoutMs / 1000} s, see ${start.log}`);
  }
  return found;
}

/** Waits for a server that is starting or stopping; answers it once it serves, undefined when it is gone. */
export async function settledPostmaster(cluster: string): Promise<PostmasterPid | undefined> {
  await waitUntil(() => !findPostmaster(cluster) || isReady(cluster), readyTimeoutMs);
  return findPostmaster(cluster);
}

/** Identity of a server, distinct from a later process with its pid. */
export interface RunningPostmaster {
  pid: number;
  identity: string | undefined;
}

/** Fast shutdown, then the immediate one, then the kill. */
export async function stopPostmaster(postmaster: RunningPostmaster): Promise<void> {
  const ladder: [NodeJS.Signals, number][] = [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, graceMs] of ladder) {
    if (await signalAndWait(postmaster, signal, graceMs)) {
      return;
    }
  }
}

/** Sends the signal; true when the process was gone within the grace time. */
export async function signalAndWait(
  postmaster: RunningPostmaster,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<boolean> {
  if (!isSameProcess(postmaster)) {
    return true;
  }
  process.kill(postmaster.pid, signal);
  return waitUntil(() => !isSameProcess(postmaster), graceMs, 10);
}

function isReady(cluster: string): boolean {
  return readPostmasterPid(cluster)?.ready ?? false;
}

function readFrom(file: string, offset: number): string {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(fstatSync(descriptor).size - offset, 16_384));
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, offset));
  } finally {
    closeSync(descriptor);
  }
}
