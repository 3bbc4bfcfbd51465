import { deflateRawSync } from 'node:zlib';
import {
  applySgr,
  COMPRESS_FROM_BYTES,
  encodeTimes,
  MAX_CHUNK_BYTES,
  MAX_LINE_BYTES,
  PLAIN_SGR,
  type SgrStyle,
  sgrParams,
} from '@switchyard/contracts';

/** What a task of another product wrote at one moment: any number of lines, without the newline that ends the last one. */
export interface ImportedOutput {
  /** Epoch milliseconds. */
  time: number;
  text: string;
}

/** A chunk as `log_chunk` holds it, of the kind of a tool's output. */
export interface EncodedChunk {
  /** 0-based number of its first line. */
  first: number;
  lines: number;
  /** Base of the line times, epoch milliseconds. */
  t0: number;
  /** 0 = plain, 1 = deflate-raw. */
  codec: 0 | 1;
  /** Colour state before its first line. */
  sgr: string;
  times: Uint8Array;
  body: Uint8Array;
}

interface Line {
  time: number;
  bytes: Buffer;
}

/**
 * A finished log as chunks, in the order of its outputs. Times that go back become the time before them. A line beyond
 * {@link MAX_LINE_BYTES} with its newline becomes several, between characters; half a surrogate pair becomes U+FFFD.
 */
export function* encodeLog(outputs: Iterable<ImportedOutput>): Generator<EncodedChunk> {
  let first = 0;
  let colours = PLAIN_SGR;
  for (const lines of inChunks(linesOf(outputs))) {
    const plain = Buffer.concat(lines.flatMap(({ bytes }) => [bytes, NEWLINE]));
    const t0 = lines[0]?.time ?? 0;
    const times = encodeTimes(
      t0,
      lines.map(({ time }) => time),
    );
    yield { first, lines: lines.length, t0, ...packed(plain), sgr: sgrParams(colours), times };
    first += lines.length;
    colours = after(colours, plain);
  }
}

const NEWLINE = Buffer.from('\n');

function* linesOf(outputs: Iterable<ImportedOutput>): Generator<Line> {
  let last = 0;
  for (const { time, text } of outputs) {
    last = Math.max(last, time);
    for (const line of text.split('\n')) {
      for (const bytes of pieces(Buffer.from(line))) {
        yield { time: last, bytes };
      }
    }
  }
}

/** Parts of a line that fit, with a newline, into {@link MAX_LINE_BYTES}; an empty line is one part. */
function* pieces(line: Buffer): Generator<Buffer> {
  let at = 0;
  do {
    let end = Math.min(at + MAX_LINE_BYTES - NEWLINE.length, line.length);
    while (isInsideCharacter(line[end])) {
      end -= 1;
    }
    yield line.subarray(at, end);
    at = end;
  } while (at < line.length);
}

/** Whether a byte of UTF-8 goes on with the character of the byte before it. */
const isInsideCharacter = (byte: number | undefined): boolean => byte !== undefined && byte >> 6 === 0b10;

/** Consecutive lines of at most {@link MAX_CHUNK_BYTES} with their newlines. */
function* inChunks(lines: Iterable<Line>): Generator<Line[]> {
  let chunk: Line[] = [];
  let size = 0;
  for (const line of lines) {
    const added = line.bytes.length + NEWLINE.length;
    if (size + added > MAX_CHUNK_BYTES) {
      yield chunk;
      chunk = [];
      size = 0;
    }
    chunk.push(line);
    size += added;
  }
  if (chunk.length > 0) {
    yield chunk;
  }
}

function packed(plain: Buffer): Pick<EncodedChunk, 'codec' | 'body'> {
  return plain.length < COMPRESS_FROM_BYTES
    ? { codec: 0, body: plain }
    : { codec: 1, body: deflateRawSync(plain, { level: 1, memLevel: 9 }) };
}

/** Control sequence introducer, parameters, final byte `m`. */
const SEQUENCES = /\p{Cc}\[([0-9;:]{0,60})m/gu;

function after(colours: SgrStyle, plain: Buffer): SgrStyle {
  let state = colours;
  for (const [, params = ''] of plain.toString('latin1').matchAll(SEQUENCES)) {
    state = applySgr(state, params);
  }
  return state;
}
