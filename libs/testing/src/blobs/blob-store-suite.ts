import { expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

interface Entry {
  key: string;
  size: number;
  created: Date;
}

/** Members that every store of blobs offers. */
interface Store {
  put(key: string, content: AsyncIterable<Buffer>): Promise<void>;
  get(key: string): AsyncIterable<Buffer>;
  delete(keys: readonly string[]): Promise<void>;
  list(prefix: string): AsyncIterable<Entry>;
}

const PART = 300_000;
/** More than two parts of an upload to S3. */
const PARTS = 40;

/** Random bytes in parts, made as they are read, with the hash of all of them so far. */
function stream(parts: number, failAt = Infinity) {
  const hash = createHash('sha256');
  async function* content(): AsyncGenerator<Buffer> {
    for (let n = 0; n < parts; n++) {
      if (n === failAt) {
        throw new Error('the source broke');
      }
      const part = randomBytes(PART);
      hash.update(part);
      yield part;
    }
  }
  return { content: content(), hash };
}

async function hashOf(content: AsyncIterable<Buffer>): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of content) {
    hash.update(part);
    size += part.length;
  }
  return { size, sha256: hash.digest('hex') };
}

async function* bytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** Suite that every store of blobs must pass. Each call of `store` answers the same one. */
export function blobStoreSuite(store: () => Store): void {
  const textOf = async (key: string): Promise<string> => (await buffer(store().get(key))).toString();
  const listed = (prefix: string): Promise<Entry[]> => Readable.from(store().list(prefix)).toArray();
  const keysOf = async (prefix: string): Promise<string[]> => (await listed(prefix)).map(({ key }) => key);

  it('should give back what was put, small, large and empty', async () => {
    await store().put('same/small', bytes('hello'));
    await store().put('same/empty', bytes(''));
    const large = stream(PARTS);
    await store().put('same/large', large.content);
    expect([await textOf('same/small'), await textOf('same/empty')]).toEqual(['hello', '']);
    expect(await hashOf(store().get('same/large'))).toEqual({ size: PARTS * PART, sha256: large.hash.digest('hex') });
  });

  it('should show nothing of a blob whose writing broke off', async () => {
    await expect(store().put('broken/one', stream(PARTS, PARTS - 1).content)).rejects.toThrow();
    expect(await keysOf('broken/')).toEqual([]);
    await expect(textOf('broken/one')).rejects.toMatchObject({ name: 'BlobMissingError' });
  });

  it('should list by prefix, in the order of keys, with size and time', async () => {
    const keys = ['list/B', 'list/a', 'list/a/1', 'list_2', 'list%'];
    await Promise.all(keys.map((key) => store().put(key, bytes(key))));
    expect(await keysOf('list/')).toEqual(['list/B', 'list/a', 'list/a/1']);
    expect(await keysOf('list/a/')).toEqual(['list/a/1']);
    expect(await keysOf('nothing')).toEqual([]);
    const [one, other] = [await listed('list_2'), await listed('list%')].flat();
    expect(one).toMatchObject({ key: 'list_2', size: 6 });
    // The clock is that of the store, which may be another.
    expect(Math.abs(Number(one?.created) - Number(other?.created))).toBeLessThan(60_000);
  });

  it('should list more than a page', async () => {
    const keys = Array.from({ length: 1_100 }, (_, n) => `many/${String(n).padStart(5, '0')}`);
    for (let at = 0; at < keys.length; at += 50) {
      await Promise.all(keys.slice(at, at + 50).map((key) => store().put(key, bytes('x'))));
    }
    expect(await keysOf('many/')).toEqual(keys);
    await store().delete(keys);
    expect(await keysOf('many/')).toEqual([]);
  });

  it('should delete what is there and bear what is not', async () => {
    await store().put('gone/1', bytes('1'));
    await store().delete(['gone/1', 'gone/2']);
    await store().delete([]);
    await expect(textOf('gone/1')).rejects.toMatchObject({ name: 'BlobMissingError' });
  });
}
