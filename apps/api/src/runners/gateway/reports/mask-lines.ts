import type { SecretMasker } from '@switchyard/masking';
import { mapInTurns } from '../../../platform/workers/in-turns.js';

/** Bytes that are masked without a pause, but for one line that is longer. */
const BATCH_BYTES = 256 * 1024;
const LINE_FEED = 10;

/** Hides secrets in lines of text. No form of a secret holds a line end. Other work gets its turn between the batches. */
export async function maskLines(lines: Uint8Array, masker: SecretMasker): Promise<Buffer> {
  return Buffer.concat(await mapInTurns(batchesOf(lines), (batch) => masker.mask(batch)));
}

/** Whole lines, with their ends. */
function batchesOf(lines: Uint8Array): Buffer[] {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
  const batches: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const last = bytes.indexOf(LINE_FEED, at + BATCH_BYTES);
    const end = last < 0 ? bytes.length : last + 1;
    batches.push(bytes.subarray(at, end));
    at = end;
  }
  return batches;
}
