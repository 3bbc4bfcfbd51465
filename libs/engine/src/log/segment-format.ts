/** A chunk of a log as it is stored. */
export interface StoredChunk {
  first_line: number;
  line_count: number;
  first_time: Date;
  kind: number;
  codec: number;
  sgr: string;
  times: Buffer;
  body: Buffer;
  /** As of the entity. */
  masks: string | null;
}

/**
 * Of a chunk: first line, lines, time, lengths of times, body and masks (32, 32, 64, 32, 32, 32 bits), kind, codec, length of the
 * colour state (8 each).
 */
const HEAD_BYTES = 31;
const COUNT_BYTES = 4;
/** In place of a length: there are no masks. */
const NO_MASKS = 0xff_ff_ff_ff;

/** Chunks in one blob: their number (32 bits), the head of each with its colour state behind it, then times, body and masks of each. */
export function packSegment(chunks: readonly StoredChunk[]): Buffer {
  const count = Buffer.alloc(COUNT_BYTES);
  count.writeUInt32BE(chunks.length);
  return Buffer.concat([
    count,
    ...chunks.flatMap((chunk) => [headOf(chunk), Buffer.from(chunk.sgr)]),
    ...chunks.flatMap(({ times, body, masks }) => [times, body, Buffer.from(masks ?? '')]),
  ]);
}

/**
 * The chunks of a blob; their bytes are views into it.
 * @throws RangeError when it has another form
 */
export function unpackSegment(bytes: Buffer): StoredChunk[] {
  const count = bytes.readUInt32BE(0);
  const heads: Head[] = [];
  let at = COUNT_BYTES;
  for (let i = 0; i < count; i++) {
    const head = readHead(bytes, at);
    heads.push(head);
    at += HEAD_BYTES + head.sgr.length;
  }
  const next = (length: number): Buffer => bytes.subarray(at, (at += length));
  const chunks = heads.map(({ timesLength, bodyLength, masksLength, ...head }) => ({
    ...head,
    times: next(timesLength),
    body: next(bodyLength),
    masks: masksLength === NO_MASKS ? null : next(masksLength).toString(),
  }));
  if (at !== bytes.length) {
    throw new RangeError('The segment of a log has another length than its heads have');
  }
  return chunks;
}

type Head = Omit<StoredChunk, 'times' | 'body' | 'masks'> & {
  timesLength: number;
  bodyLength: number;
  masksLength: number;
};

function headOf({ first_line, line_count, first_time, times, body, masks, kind, codec, sgr }: StoredChunk): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(first_line, 0);
  head.writeUInt32BE(line_count, 4);
  head.writeDoubleBE(first_time.getTime(), 8);
  head.writeUInt32BE(times.length, 16);
  head.writeUInt32BE(body.length, 20);
  head.writeUInt32BE(masks === null ? NO_MASKS : Buffer.byteLength(masks), 24);
  head.writeUInt8(kind, 28);
  head.writeUInt8(codec, 29);
  head.writeUInt8(Buffer.byteLength(sgr), 30);
  return head;
}

/** The colour state is ASCII, so that its length is that of its bytes. */
const readHead = (bytes: Buffer, at: number): Head => ({
  first_line: bytes.readUInt32BE(at),
  line_count: bytes.readUInt32BE(at + 4),
  first_time: new Date(bytes.readDoubleBE(at + 8)),
  timesLength: bytes.readUInt32BE(at + 16),
  bodyLength: bytes.readUInt32BE(at + 20),
  masksLength: bytes.readUInt32BE(at + 24),
  kind: bytes.readUInt8(at + 28),
  codec: bytes.readUInt8(at + 29),
  sgr: bytes.toString('latin1', at + HEAD_BYTES, at + HEAD_BYTES + bytes.readUInt8(at + 30)),
});
