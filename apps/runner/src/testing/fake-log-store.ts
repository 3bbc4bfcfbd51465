import { inflateRawSync } from 'node:zlib';
import {
  type LogAnswer,
  type LogChunk,
  type LogMasks,
  decodeLogFrame,
  decodeTimes,
  MAX_CHUNK_BYTES,
} from '@switchyard/contracts';

export interface StoredChunk {
  first: number;
  lines: number;
  kind: number;
  sgr: string;
  times: number[];
  body: Buffer;
  masks: LogMasks | undefined;
}

interface AttemptLines {
  lease: string;
  next: number;
  chunks: StoredChunk[];
}

/** Stores log chunks by the rules of the control plane: lease fenced, in order, each line once. */
export class FakeLogStore {
  private readonly attempts = new Map<number, AttemptLines>();
  /** Plain bytes received, repetitions included. */
  received = 0;

  open(attempt: number, lease: string): void {
    this.attempts.set(attempt, { lease, next: 0, chunks: [] });
  }

  /** @throws Error when the frame breaks the contract */
  accept(frame: Uint8Array): LogAnswer {
    const answer: LogAnswer = { ack: [], stale: [] };
    for (const chunk of decodeLogFrame(frame)) {
      const log = this.attempts.get(chunk.head.attempt);
      if (!log || log.lease !== chunk.head.lease) {
        answer.stale.push(chunk.head.attempt);
        continue;
      }
      const stored = unpack(chunk);
      this.received += stored.body.length;
      if (stored.first === log.next) {
        log.chunks.push(stored);
        log.next += stored.lines;
      }
      answer.ack.push([chunk.head.attempt, log.next]);
    }
    return answer;
  }

  /** Makes the lease of an attempt invalid. */
  fence(attempt: number): void {
    const log = this.attempts.get(attempt);
    if (log) {
      log.lease = '';
    }
  }

  /** Loses the last chunks of an attempt, down to `lines` lines or a few less. */
  forget(attempt: number, lines: number): void {
    const log = this.attempts.get(attempt);
    while (log && log.next > lines) {
      log.next -= log.chunks.pop()?.lines ?? log.next;
    }
  }

  lines(attempt: number): number {
    return this.attempts.get(attempt)?.next ?? 0;
  }

  chunks(attempt: number): StoredChunk[] {
    return this.attempts.get(attempt)?.chunks ?? [];
  }

  /** Bytes of the lines of one kind. */
  bytes(attempt: number, kind = 0): Buffer {
    return Buffer.concat(
      this.chunks(attempt)
        .filter((chunk) => chunk.kind === kind)
        .map((chunk) => chunk.body),
    );
  }

  /** All lines with their kinds. */
  text(attempt: number): string[] {
    return this.chunks(attempt).flatMap((chunk) =>
      chunk.body
        .toString('utf8')
        .slice(0, -1)
        .split('\n')
        .map((line) => `${chunk.kind} ${line}`),
    );
  }
}

function unpack({ head, times, body }: LogChunk): StoredChunk {
  const plain = head.codec === 1 ? inflateRawSync(body, { maxOutputLength: 1_048_576 }) : Buffer.from(body);
  if (plain.length > MAX_CHUNK_BYTES) {
    throw new Error('chunk too large');
  }
  let lines = 0;
  for (let at = plain.indexOf(10); at !== -1; at = plain.indexOf(10, at + 1)) {
    lines++;
  }
  if (lines !== head.n || plain.at(-1) !== 10) {
    throw new Error(`chunk of ${head.n} lines holds ${lines}`);
  }
  const { first, kind, sgr, masks } = head;
  return { first, lines, kind, sgr, masks, times: decodeTimes(head.t0, times, head.n), body: plain };
}
