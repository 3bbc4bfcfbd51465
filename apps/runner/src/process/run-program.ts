import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { ProgramAnswer, ProgramInput } from '../files/program-files.js';
import type { Place } from './place.js';

/** Longest time for a program that looks at files, in milliseconds. */
const PATIENCE_MS = 60_000;
/** Most bytes of the answer of a program that prints no content. */
const MOST_ANSWER = 1024 * 1024;
const ENV = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

/** Runs a small program of the machine in a place and answers what it printed. */
export async function runProgram(
  start: Place['start'],
  [file = '', ...args]: readonly string[],
  { most = MOST_ANSWER, input, umask = 0o077 }: ProgramInput = {},
): Promise<ProgramAnswer> {
  const command = { file, args, cwd: '/', env: ENV, umask };
  const { child, ended } = await start(command, [input ? 'pipe' : 'ignore', 'pipe', 'pipe']);
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const [output, errors, { exitCode }] = await Promise.all([
    firstBytes(child.stdout, most),
    firstBytes(child.stderr, MOST_ANSWER),
    ended,
  ]);
  clearTimeout(timer);
  return { exitCode, output, errors: errors.toString('utf8') };
}

async function firstBytes(stream: Readable | null, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  stream?.on('data', (bytes: Buffer) => {
    const part = bytes.subarray(0, most - size);
    size += part.length;
    chunks.push(part);
  });
  await (stream && !stream.destroyed ? once(stream, 'close') : undefined);
  return Buffer.concat(chunks);
}
