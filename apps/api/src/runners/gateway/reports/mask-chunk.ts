import { deflateRawSync } from 'node:zlib';
import { type LogChunk, type LogMask, type LogMasks, MASK, packMasks, unpackMasks } from '@switchyard/contracts';
import type { CheckedChunk } from './chunk-intake.js';
import type { NamingMasker } from './naming-masker.js';

/** Bodies from here on are stored compressed, as runners send them. */
const COMPRESS_FROM = 2_048;
const STARS = Buffer.from(MASK);

/** Lines, and where secrets were in them. */
interface MaskedLines {
  masked: Buffer;
  masks: LogMask[];
}

/**
 * The chunk without the secrets of its task. Runners have masked it already, so that as a rule it comes back as it
 * was; masking adds and removes no line. Of the places that its runner names those stay that hold stars, with the names
 * that secrets of the task have; what is masked here comes to them. Of a runner that names none, none are known.
 */
export function maskChunk({ chunk, plain }: CheckedChunk, masker: NamingMasker): LogChunk {
  const { masks: sent } = chunk.head;
  const { masked, marks } = masker.maskWhole(plain);
  if (marks.length === 0) {
    return sent === undefined || sent.at.length === 0
      ? chunk
      : withMasks(chunk, packMasks(heldMasks(sent, plain, masker)));
  }
  const own = marks.map(({ at, secret }) => ({ at, name: masker.nameOf(secret) }));
  const masks = sent && packMasks(together(heldMasks(sent, plain, masker), plain, masker, { masked, masks: own }));
  return withMasks(withBody(chunk, masked), masks);
}

const withMasks = (chunk: LogChunk, masks: LogMasks | undefined): LogChunk => ({
  ...chunk,
  head: { ...chunk.head, masks },
});

function withBody(chunk: LogChunk, plain: Buffer): LogChunk {
  const compress = plain.length >= COMPRESS_FROM;
  const body = compress ? deflateRawSync(plain, { level: 1 }) : plain;
  return { ...chunk, head: { ...chunk.head, codec: compress ? 1 : 0, bl: body.length }, body };
}

/** The places that hold stars, one behind the other. */
function heldMasks(sent: LogMasks, plain: Buffer, masker: NamingMasker): LogMask[] {
  let end = 0;
  const held: LogMask[] = [];
  for (const { at, name } of unpackMasks(sent)) {
    if (at >= end && plain.subarray(at, at + STARS.length).equals(STARS)) {
      held.push({ at, name: masker.trusted(name) });
      end = at + STARS.length;
    }
  }
  return held;
}

/** The places of the runner between those that were masked here. Where a secret goes over stars of the runner, its own places alone. */
function together(held: readonly LogMask[], plain: Buffer, masker: NamingMasker, whole: MaskedLines): LogMask[] {
  const parts: Buffer[] = [];
  const masks: LogMask[] = [];
  let from = 0;
  let size = 0;
  const add = (to: number): void => {
    const { masked, marks } = masker.maskWhole(plain.subarray(from, to));
    masks.push(...marks.map(({ at, secret }) => ({ at: size + at, name: masker.nameOf(secret) })));
    parts.push(masked);
    size += masked.length;
  };
  for (const { at, name } of held) {
    add(at);
    masks.push({ at: size, name });
    parts.push(STARS);
    size += STARS.length;
    from = at + STARS.length;
  }
  add(plain.length);
  return Buffer.concat(parts).equals(whole.masked) ? masks : whole.masks;
}
