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
}

/** Of a chunk: first line, lines, time, lengths of times and body (32, 32, 64, 32, 32 bits), kind, codec, length of the colour state (8 each). */
const HEAD_BYTES = 27;
const COUNT_BYTES = 4;

/** Chunks in one blob: their number (32 bits), the head of each with its colour state behind it, then times and body of each. */
export function packSegment(chunks: readonly StoredChunk[]): Buffer {
  const count = Buffer.alloc(COUNT_BYTES);
  count.writeUInt32BE(chunks.length);
  return Buffer.concat([
    count,
    ...chunks.flatMap((chunk) => [headOf(chunk), Buffer.from(chunk.sgr)]),
    ...chunks.flatMap(({ times, body }) => [times, body]),
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
  const chunks = heads.map(({ timesLength, bodyLength, ...head }) => {
    const times = bytes.subarray(at, at + timesLength);
    at += timesLength + bodyLength;
    return { ...head, times, body: bytes.subarray(at - bodyLength, at) };
  });
  if (at !== bytes.length) {
    throw new RangeError('The segment of a log has another length than its heads tell');
  }
  return chunks;
}

type Head = Omit<StoredChunk, 'times' | 'body'> & { timesLength: number; bodyLength: number };

function headOf({ first_line, line_count, first_time, times, body, kind, codec, sgr }: StoredChunk): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(first_line, 0);
  head.writeUInt32BE(line_count, 4);
  head.writeDoubleBE(first_time.getTime(), 8);
  head.writeUInt32BE(times.length, 16);
  head.writeUInt32BE(body.length, 20);
  head.writeUInt8(kind, 24);
  head.writeUInt8(codec, 25);
  head.writeUInt8(Buffer.byteLength(sgr), 26);
  return head;
}

/** The colour state is ASCII, so that its length is that of its bytes. */
const readHead = (bytes: Buffer, at: number): Head => ({
  first_line: bytes.readUInt32BE(at),
  line_count: bytes.readUInt32BE(at + 4),
  first_time: new Date(bytes.readDoubleBE(at + 8)),
  timesLength: bytes.readUInt32BE(at + 16),
  bodyLength: bytes.readUInt32BE(at + 20),
  kind: bytes.readUInt8(at + 24),
  codec: bytes.readUInt8(at + 25),
  sgr: bytes.toString('latin1', at + HEAD_BYTES, at + HEAD_BYTES + bytes.readUInt8(at + 26)),
});
