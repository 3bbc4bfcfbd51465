import { writeFile } from 'node:fs/promises';

const PAGE = 4096;
const HEAD = 16;
const ELEMENT = 16;
const BUCKET = 1;
const FLAGS = { branch: 1, leaf: 2, meta: 4, freelist: 16 } as const;

interface Element {
  flags: number;
  key: Buffer;
  value: Buffer;
}

/** Texts by their keys in each bucket. */
export type BoltContent = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Writes a database of bbolt: small buckets stand in their values, large ones are trees of pages of 4096 bytes. */
export async function writeBoltFile(path: string, content: BoltContent): Promise<void> {
  // The metas and the list of free pages come first.
  const pages = [Buffer.alloc(PAGE), Buffer.alloc(PAGE), page(2, FLAGS.freelist, 0, Buffer.alloc(PAGE - HEAD))];
  const buckets = sorted(content).map(([name, entries]): Element => {
    const elements = sorted(entries).map(([key, value]) => element(0, key, Buffer.from(value)));
    return element(BUCKET, name, bucketValue(pages, elements));
  });
  const root = writeTree(pages, buckets);
  const count = Buffer.concat(pages).length / PAGE;
  [0, 1].forEach((id) => (pages[id] = meta(id, { root, count })));
  await writeFile(path, Buffer.concat(pages));
}

const sorted = <T>(record: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(record).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

const element = (flags: number, key: string, value: Buffer): Element => ({ flags, key: Buffer.from(key), value });

function bucketValue(pages: Buffer[], elements: readonly Element[]): Buffer {
  const head = Buffer.alloc(HEAD);
  const inline = leaf(0, elements);
  if (inline.length <= PAGE / 4) {
    return Buffer.concat([head, inline]);
  }
  head.writeBigUInt64LE(BigInt(writeTree(pages, elements)));
  return head;
}

/** The id of the page at the root of the elements. */
function writeTree(pages: Buffer[], elements: readonly Element[]): number {
  const groups: Element[][] = [[]];
  for (const each of elements) {
    const last = groups.at(-1) as Element[];
    const size = [...last, each].reduce((sum, { key, value }) => sum + ELEMENT + key.length + value.length, HEAD);
    if (size > PAGE && last.length > 0) {
      groups.push([each]);
    } else {
      last.push(each);
    }
  }
  const leaves = groups.map((group) => ({
    key: group[0]?.key ?? Buffer.alloc(0),
    id: add(pages, (id) => leaf(id, group)),
  }));
  return leaves.length === 1 ? (leaves[0]?.id ?? 0) : add(pages, (id) => branch(id, leaves));
}

function add(pages: Buffer[], make: (id: number) => Buffer): number {
  const id = pages.reduce((sum, { length }) => sum + length, 0) / PAGE;
  const bytes = make(id);
  const whole = Buffer.alloc(Math.ceil(bytes.length / PAGE) * PAGE);
  bytes.copy(whole);
  whole.writeUInt32LE(whole.length / PAGE - 1, 12);
  pages.push(whole);
  return id;
}

function leaf(id: number, elements: readonly Element[]): Buffer {
  const heads = elements.map(({ flags, key, value }) => {
    const head = Buffer.alloc(ELEMENT);
    head.writeUInt32LE(flags, 0);
    head.writeUInt32LE(key.length, 8);
    head.writeUInt32LE(value.length, 12);
    return head;
  });
  return withData(id, FLAGS.leaf, {
    heads,
    data: elements.map(({ key, value }) => Buffer.concat([key, value])),
    at: 4,
  });
}

function branch(id: number, children: readonly { key: Buffer; id: number }[]): Buffer {
  const heads = children.map((child) => {
    const head = Buffer.alloc(ELEMENT);
    head.writeUInt32LE(child.key.length, 4);
    head.writeBigUInt64LE(BigInt(child.id), 8);
    return head;
  });
  return withData(id, FLAGS.branch, { heads, data: children.map(({ key }) => key), at: 0 });
}

/** Positions of data count from the head of their element. @param at where they stand in it */
function withData(
  id: number,
  flags: number,
  { heads, data, at }: { heads: readonly Buffer[]; data: readonly Buffer[]; at: number },
): Buffer {
  let position = heads.length * ELEMENT;
  heads.forEach((head, index) => {
    head.writeUInt32LE(position - index * ELEMENT, at);
    position += data[index]?.length ?? 0;
  });
  return page(id, flags, heads.length, Buffer.concat([...heads, ...data]));
}

function page(id: number, flags: number, count: number, content: Buffer): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeBigUInt64LE(BigInt(id));
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(count, 10);
  return Buffer.concat([head, content]);
}

function meta(id: number, { root, count }: { root: number; count: number }): Buffer {
  const content = Buffer.alloc(PAGE - HEAD);
  content.writeUInt32LE(0xed0cdaed, 0);
  content.writeUInt32LE(2, 4);
  content.writeUInt32LE(PAGE, 8);
  content.writeBigUInt64LE(BigInt(root), 16);
  content.writeBigUInt64LE(2n, 32);
  content.writeBigUInt64LE(BigInt(count), 40);
  content.writeBigUInt64LE(BigInt(id), 48);
  let hash = 0xcbf29ce484222325n;
  for (const byte of content.subarray(0, 56)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  content.writeBigUInt64LE(hash, 56);
  return page(id, FLAGS.meta, 0, content);
}
