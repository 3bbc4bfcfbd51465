/** A view as it is kept: what is shown at once, and all of it, both compressed (deflate-raw). */
export interface PlanViewParts {
  /** Without the attributes of resources, which are most of a long plan. */
  list: Buffer;
  whole: Buffer;
}

/** No deflate stream begins so (RFC 1951, block type 3): a view that was kept before there were parts is one stream. */
const MARK = 0x07;
const HEADER_BYTES = 5;

/** Both in one blob: the mark, the length of the first (32 bits, big-endian), the first, the second. */
export function joinParts({ list, whole }: PlanViewParts): Buffer {
  const header = Buffer.alloc(HEADER_BYTES, MARK);
  header.writeUInt32BE(list.length, 1);
  return Buffer.concat([header, list, whole]);
}

/** A view of before has the whole in place of a list. */
export function partOf(stored: Buffer, part: keyof PlanViewParts): Buffer {
  if (stored[0] !== MARK) {
    return stored;
  }
  const end = HEADER_BYTES + stored.readUInt32BE(1);
  return part === 'list' ? stored.subarray(HEADER_BYTES, end) : stored.subarray(end);
}
