import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { promisify } from 'node:util';

/**
 * The pipe that carries stdout and stderr of a tool.
 *
 * Both are the same open file, so the order of what arrives is the order in which it was written. It is a named pipe,
 * because Node gives a child socket pairs only, one for each stream, and a program cannot open `/dev/stderr` when that
 * is a socket.
 */
export interface OutputPipe {
  /** Descriptor for the child; {@link closeWriter} must be called once the child has it. */
  writer: number;
  closeWriter(): void;
  /** Resolves when no process holds the pipe any more and all bytes were delivered. */
  drained: Promise<void>;
  /** Gives up the pipe although a process may still hold it. */
  destroy(): void;
}

/** Creates the named pipe, readable and writable by this user alone. */
export async function createOutputPipe(path: string): Promise<void> {
  await promisify(execFile)('mkfifo', ['-m', '600', path]);
}

/** Opens an existing named pipe for one process and delivers what is written to it. */
export function openOutputPipe(path: string, onOutput: (bytes: Buffer) => void): OutputPipe {
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  // A tool that outlives this process keeps a reader: without one its next line would kill it (SIGPIPE), with its state unsaved.
  const writer = openSync(path, constants.O_RDWR);
  const socket = new Socket({ fd: reader, readable: true, writable: false });
  socket.on('data', onOutput);
  const drained = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => socket.destroy());
  return { writer, closeWriter: () => closeSync(writer), drained, destroy: () => socket.destroy() };
}
