import type { Readable } from 'node:stream';
import { attemptProcesses } from './attempt-processes.js';
import type { Command, ProcessEnd } from './command.js';
import { spawnGroup } from './spawn-group.js';
import { stopLadder } from './stop-ladder.js';

/** Most bytes of each stream that are kept; what follows is read and dropped. */
const CAPTURE_LIMIT = 16 * 1024 * 1024;

/** End of a helper command with what it wrote. */
export interface CapturedOutput extends ProcessEnd {
  stdout: string;
  stderr: string;
}

/**
 * Runs a short helper command such as git and keeps its output.
 * @throws AttemptFailure when the command cannot be started.
 */
export async function captureOutput(
  command: Command,
  options: { attemptDir: string; stop: AbortSignal },
): Promise<CapturedOutput> {
  const group = await spawnGroup(command, ['ignore', 'pipe', 'pipe']);
  const find = () => attemptProcesses({ attemptDir: options.attemptDir, groups: [group.pid] });
  const ladder = stopLadder(options.stop, find);
  const [stdout, stderr, end] = await Promise.all([
    collect(group.child.stdout),
    collect(group.child.stderr),
    group.ended,
  ]);
  ladder.release();
  await ladder.settled();
  return { ...end, stdout, stderr };
}

async function collect(stream: Readable | null): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    const bytes = chunk as Buffer;
    if (size < CAPTURE_LIMIT) {
      chunks.push(bytes);
    }
    size += bytes.length;
  }
  return Buffer.concat(chunks).toString('utf8');
}
