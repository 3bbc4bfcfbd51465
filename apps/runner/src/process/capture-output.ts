import type { Readable } from 'node:stream';
import type { Place } from './place.js';
import type { Command, ProcessEnd } from './command.js';
import { stopLadder } from './stop-ladder.js';
import { HELPER_MANNER } from './stop-manner.js';

/** Most bytes of a stream that are kept; what follows is read and dropped. */
const CAPTURE_LIMIT = 16 * 1024 * 1024;

/** End of a helper command with what it wrote. */
export interface CapturedOutput extends ProcessEnd {
  stdout: string;
  stderr: string;
  /** It wrote more to its output than was kept. */
  isCut: boolean;
}

interface CaptureOptions {
  place: Place;
  stop: AbortSignal;
  /** Most bytes of its output that are kept; 16 MiB unless given. */
  maxBytes?: number;
}

/**
 * Runs a short helper command such as git and keeps its output.
 * @throws AttemptFailure when the command cannot be started.
 */
export async function captureOutput(command: Command, options: CaptureOptions): Promise<CapturedOutput> {
  const { place } = options;
  const group = await place.start(command, ['ignore', 'pipe', 'pipe']);
  const ladder = stopLadder(options, { ...group, place, manner: HELPER_MANNER });
  const [stdout, stderr, end] = await Promise.all([
    collect(group.child.stdout, options.maxBytes ?? CAPTURE_LIMIT),
    collect(group.child.stderr, CAPTURE_LIMIT),
    group.ended,
  ]);
  ladder.release();
  await ladder.settled();
  return { ...end, stdout: stdout.text, stderr: stderr.text, isCut: stdout.isCut };
}

async function collect(stream: Readable | null, most: number): Promise<{ text: string; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    const bytes = chunk as Buffer;
    if (size < most) {
      chunks.push(bytes);
    }
    size += bytes.length;
  }
  return { text: Buffer.concat(chunks).toString('utf8'), isCut: size > most };
}
