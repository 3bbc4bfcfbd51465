import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

/** A server program that runs as a child of the test process. */
export interface ChildService {
  pid: number;
  /** False once it has ended, by a signal or by itself. */
  readonly running: boolean;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const START_TIMEOUT_MS = 20_000;
const RETRY_MS = 10;

/**
 * Starts a program and waits until it takes connections on its port of 127.0.0.1.
 * Rejects with the program's output when it ends first, or when it is not ready within 20 s.
 */
export async function startChildService(command: string, args: string[], port: number): Promise<ChildService> {
  const child = spawn(command, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collectOutput(child);
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code} at its start: ${output()}`)));
  });
  ended.catch(() => undefined);
  const attempt = new AbortController();
  try {
    await Promise.race([waitForPort(port, attempt.signal), ended]);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    attempt.abort();
  }
  return {
    pid: child.pid ?? 0,
    get running() {
      return isRunning(child);
    },
    end: (signal) => endChild(child, signal),
  };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) {
    return;
  }
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  const append = (chunk: Buffer) => (text = (text + chunk.toString()).slice(-4000));
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  return () => text.trim();
}

async function waitForPort(port: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!signal.aborted && !(await accepts(port))) {
    if (performance.now() > deadline) {
      throw new Error(`Nothing takes connections on port ${port}`);
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => resolve(socket.end() && true));
  });
}
