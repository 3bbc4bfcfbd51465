import { deflateRawSync } from 'node:zlib';
import type { LogChunk } from '@switchyard/contracts';
import type { SecretMasker } from '@switchyard/masking';
import type { CheckedChunk } from './chunk-intake.js';

/** Bodies from here on are stored compressed, as runners send them. */
const COMPRESS_FROM = 2_048;

/**
 * The chunk without the secrets of its task. Runners have masked it already, so that as a rule it comes back as it
 * was; masking adds and removes no line.
 */
export function maskChunk({ chunk, plain }: CheckedChunk, masker: SecretMasker): LogChunk {
  const masked = masker.mask(plain);
  if (masked.equals(plain)) {
    return chunk;
  }
  const compress = masked.length >= COMPRESS_FROM;
  const body = compress ? deflateRawSync(masked, { level: 1 }) : masked;
  return { ...chunk, head: { ...chunk.head, codec: compress ? 1 : 0, bl: body.length }, body };
}
