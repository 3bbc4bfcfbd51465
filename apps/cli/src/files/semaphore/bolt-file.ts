import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes of the head of a page: id, flags, count, overflow. */
const PAGE_HEAD = 16;
/** Bytes of an element of a page, and of the head of a bucket: root page, sequence. */
const ELEMENT = 16;
const BUCKET_HEAD = 16;

const BRANCH = 0x01;
const LEAF = 0x02;
/** Flag of an element whose value is a bucket. */
const IS_BUCKET = 0x01;

const MAGIC = 0xed0cdaed;
const VERSION = 2;
const MIN_PAGE = 512;
const MAX_PAGE = 65_536;
/** Deepest tree, buckets within buckets included; a file with a circle ends here. */
const MAX_DEPTH = 32;
/** Largest page with what overflows from it: more than any value that the product writes. */
const MAX_PAGE_BYTES = 256 * 1024 * 1024;

/** A file that is no Bolt database, or a broken one. */
class BoltError extends Error {
  override readonly name = 'BoltError';
}

interface Entry {
  key: string;
  value: Buffer;
  isBucket: boolean;
}

/** An element of a page: an entry, or with `value` null the page below it. */
interface Head {
  key: Buffer;
  value: Buffer | null;
  child: bigint;
  isBucket: boolean;
}

/**
 * A database of bbolt (https://github.com/etcd-io/bbolt), read while nobody writes it. Pages are little-endian, as on every
 * system that the product runs on.
 */
export class BoltFile {
  private readonly pageSize: number;
  private readonly root: bigint;

  /** @throws BoltError; an error of the system when the file cannot be read */
  constructor(path: string) {
    this.file = openSync(path, 'r');
    try {
      this.size = fstatSync(this.file).size;
      ({ pageSize: this.pageSize, root: this.root } = this.newestMeta());
    } catch (error) {
      closeSync(this.file);
      throw error;
    }
  }

  private readonly file: number;
  private readonly size: number;

  close(): void {
    closeSync(this.file);
  }

  /** Names of all buckets at the top. */
  *buckets(): Generator<string> {
    for (const { key, isBucket } of this.walk(this.root, 0)) {
      if (isBucket) {
        yield key;
      }
    }
  }

  /** Keys and values of a bucket in the order of their keys; none when there is no such bucket. */
  *entries(bucket: string): Generator<{ key: string; value: string }> {
    const found = this.find(this.page(this.root), Buffer.from(bucket), 0);
    if (found !== null) {
      for (const entry of this.within(found)) {
        yield { key: entry.key, value: entry.value.toString('utf8') };
      }
    }
  }

  /** The value of a bucket at the top. A branch names the least key of each page below it. */
  private find(page: Buffer, name: Buffer, depth: number): Buffer | null {
    const heads = [...this.heads(page, depth)];
    const last = heads.findLast(({ key }) => Buffer.compare(key, name) <= 0);
    if (last === undefined) {
      return null;
    }
    if (last.value === null) {
      return this.find(this.page(last.child), name, depth + 1);
    }
    return last.isBucket && last.key.equals(name) ? last.value : null;
  }

  private *within(bucket: Buffer): Generator<Entry> {
    const root = readBigUInt(bucket, 0);
    // A small bucket stands in its value, as one page.
    const entries = root === 0n ? this.elements(bucket.subarray(BUCKET_HEAD), 1) : this.walk(root, 1);
    for (const entry of entries) {
      if (!entry.isBucket) {
        yield entry;
      }
    }
  }

  private *walk(page: bigint, depth: number): Generator<Entry> {
    yield* this.elements(this.page(page), depth);
  }

  private *elements(page: Buffer, depth: number): Generator<Entry> {
    for (const { key, value, child, isBucket } of this.heads(page, depth)) {
      if (value === null) {
        yield* this.walk(child, depth + 1);
      } else {
        yield { key: key.toString('utf8'), value, isBucket };
      }
    }
  }

  private *heads(page: Buffer, depth: number): Generator<Head> {
    if (depth > MAX_DEPTH) {
      throw new BoltError('its pages lead in a circle');
    }
    const [flags, count] = [readUInt16(page, 8), readUInt16(page, 10)];
    for (let index = 0; index < count; index += 1) {
      const at = PAGE_HEAD + index * ELEMENT;
      const key = at + readUInt32(page, flags & BRANCH ? at : at + 4);
      if (flags & BRANCH) {
        const child = readBigUInt(page, at + 8);
        yield { key: page.subarray(key, key + readUInt32(page, at + 4)), value: null, child, isBucket: false };
      } else if (flags & LEAF) {
        const value = key + readUInt32(page, at + 8);
        const end = value + readUInt32(page, at + 12);
        within(page, end);
        const isBucket = (readUInt32(page, at) & IS_BUCKET) !== 0;
        yield { key: page.subarray(key, value), value: page.subarray(value, end), child: 0n, isBucket };
      } else {
        throw new BoltError('a page is of an unknown kind');
      }
    }
  }

  private page(id: bigint): Buffer {
    const at = Number(id) * this.pageSize;
    const overflow = readUInt32(this.read(at, PAGE_HEAD), 12);
    const length = (overflow + 1) * this.pageSize;
    if (length > MAX_PAGE_BYTES) {
      throw new BoltError('a page is too large');
    }
    return this.read(at, length);
  }

  private read(at: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    if (at + length > this.size || readSync(this.file, bytes, 0, length, at) < length) {
      throw new BoltError('it is shorter than its pages say');
    }
    return bytes;
  }

  /** The later of the two metas that were written whole. */
  private newestMeta(): { pageSize: number; root: bigint } {
    const first = this.meta(0);
    const sizes = first ? [first.pageSize] : [4096, 8192, 16_384, 65_536];
    const metas = [first, ...sizes.map((size) => this.meta(size))].filter((meta) => meta !== null);
    const [newest] = metas.sort((a, b) => Number(b.transaction - a.transaction));
    if (!newest) {
      throw new BoltError('it is no Bolt database');
    }
    return newest;
  }

  private meta(at: number) {
    if (this.size < at + PAGE_HEAD + 64) {
      return null;
    }
    const meta = this.read(at + PAGE_HEAD, 64);
    const pageSize = meta.readUInt32LE(8);
    const isWhole =
      meta.readUInt32LE(0) === MAGIC && meta.readUInt32LE(4) === VERSION && checksum(meta) === meta.readBigUInt64LE(56);
    return isWhole && pageSize >= MIN_PAGE && pageSize <= MAX_PAGE
      ? { pageSize, root: meta.readBigUInt64LE(16), transaction: meta.readBigUInt64LE(48) }
      : null;
  }
}

/** FNV-1a of 64 bits over all before the checksum. */
function checksum(meta: Buffer): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of meta.subarray(0, 56)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash;
}

function within(bytes: Buffer, end: number): void {
  if (end > bytes.length) {
    throw new BoltError('an entry reaches beyond its page');
  }
}

function readUInt16(bytes: Buffer, at: number): number {
  within(bytes, at + 2);
  return bytes.readUInt16LE(at);
}

function readUInt32(bytes: Buffer, at: number): number {
  within(bytes, at + 4);
  return bytes.readUInt32LE(at);
}

function readBigUInt(bytes: Buffer, at: number): bigint {
  within(bytes, at + 8);
  return bytes.readBigUInt64LE(at);
}
