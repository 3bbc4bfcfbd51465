import { createHash } from 'node:crypto';
import { z } from 'zod';

const MOST = 10_000;
const Name = z.string().min(1).max(200);
const Count = z.int().min(0);
const Key = z.base64().max(100);

/** Installation of which the backup is: the first entry. */
const Manifest = z.object({
  entry: z.literal('manifest'),
  created: z.iso.datetime(),
  /** Names of the migrations that the schema is made of. */
  migrations: z.array(Name).min(1).max(MOST),
});

/** The keys of encryption at rest, in base64. */
const Keys = z.object({ entry: z.literal('keys'), secretKey: Key, oldSecretKeys: z.array(Key).max(MOST) });

/** A table; its data are rows in PostgreSQL's binary format of COPY. */
const Table = z.object({ entry: z.literal('table'), name: Name, columns: z.array(Name).min(1).max(MOST) });

/** The last number that each sequence gave. */
const Sequences = z.object({ entry: z.literal('sequences'), last: z.record(Name, z.string().regex(/^\d{1,19}$/)) });

/** A blob; its data are its bytes as they are stored, encrypted. */
const Blob = z.object({ entry: z.literal('blob'), key: z.string().regex(/^[\w./-]{1,512}$/) });

/** Totals of what was written: the last entry. */
const End = z.object({
  entry: z.literal('end'),
  /** Rows by the name of the table. */
  tables: z.record(Name, Count),
  blobs: Count,
  /** Bytes and SHA-256 (hex) of all frames before this one. */
  bytes: Count,
  sha256: z.string().length(64),
});

/** The head of an entry; `data` of it follows where there is some. */
export const EntryHead = z.discriminatedUnion('entry', [Manifest, Keys, Table, Sequences, Blob, End]);
export type EntryHead = z.infer<typeof EntryHead>;
export type Manifest = z.infer<typeof Manifest>;
export type Keys = z.infer<typeof Keys>;
export type ArchiveEnd = z.infer<typeof End>;

/** First byte of a frame. */
export const HEAD = 1;
export const DATA = 2;

const MOST_DATA = 256 * 1024;
/** Longest frame: the head of a table with many columns, or the end of a file with many tables. */
export const MOST_FRAME = 4 * 1024 * 1024;

/** The sum over the frames of an archive, made while they are written and again while they are read. */
export class FrameSum {
  private readonly hash = createHash('sha256');
  private bytes = 0;

  /** @param frame without its length */
  add(frame: Buffer): void {
    this.hash.update(lengthOf(frame)).update(frame);
    this.bytes += frame.length;
  }

  /** Bytes and digest of what was added up to now. */
  get total(): Pick<ArchiveEnd, 'bytes' | 'sha256'> {
    return { bytes: this.bytes, sha256: this.hash.copy().digest('hex') };
  }
}

/** Frames of an archive: each its length (32 bits, big-endian), its kind (1 byte) and its content. */
export class FrameWriter {
  private readonly sum = new FrameSum();

  head(entry: EntryHead): Buffer {
    return this.frame(HEAD, Buffer.from(JSON.stringify(entry)));
  }

  *data(content: Buffer): Generator<Buffer> {
    for (let at = 0; at < content.length; at += MOST_DATA) {
      yield this.frame(DATA, content.subarray(at, at + MOST_DATA));
    }
  }

  get total(): Pick<ArchiveEnd, 'bytes' | 'sha256'> {
    return this.sum.total;
  }

  private frame(kind: number, content: Buffer): Buffer {
    const frame = Buffer.concat([Buffer.from([kind]), content]);
    this.sum.add(frame);
    return Buffer.concat([lengthOf(frame), frame]);
  }
}

function lengthOf(frame: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(frame.length);
  return length;
}
