import { describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { SecretBox } from '../encryption/secret-box.js';
import { BlobMissingError, type BlobStore } from './blob-store.js';
import { parseBlobUrl } from './blob-url.js';
import { SealedBlobs } from './sealed-blobs.js';

/** Keeps blobs in memory, where a spec can change them. */
function memoryStore(kept: Map<string, Buffer>): BlobStore {
  return {
    put: async (key, content) => void kept.set(key, await buffer(content)),
    async *get(key) {
      const bytes = kept.get(key);
      if (!bytes) {
        throw new BlobMissingError(key);
      }
      for (let at = 0; at < bytes.length; at += 1_000) {
        yield bytes.subarray(at, at + 1_000);
      }
    },
    delete: (keys) => Promise.resolve(keys.forEach((key) => kept.delete(key))),
    async *list() {},
    removeUnfinished: () => Promise.resolve(),
    requireOwner: () => Promise.resolve(),
    takeOver: () => Promise.resolve([]),
    removeOriginals: () => Promise.resolve([]),
  };
}

async function* parts(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

describe(SealedBlobs.name, () => {
  const kept = new Map<string, Buffer>();
  const box = new SecretBox(randomBytes(32));
  const blobs = new SealedBlobs(memoryStore(kept), () => box);
  const read = (key: string) => buffer(blobs.get(key));

  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 1_000_000])(
    'should give back %i bytes, with size and hash',
    async (size) => {
      const bytes = randomBytes(size);
      const reference = await blobs.put('things/7', parts(bytes, 10_007));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(reference).toEqual({ key: expect.stringMatching(/^things\/7\/[0-9a-f-]{36}$/), size, sha256 });
      expect((await read(reference.key)).equals(bytes)).toBe(true);
    },
  );

  it('should store nothing readable', async () => {
    const { key } = await blobs.put('x', parts(Buffer.from('a canary '.repeat(10_000)), 1_000));
    expect(kept.get(key)?.includes('canary')).toBe(false);
  });

  it('should not open what was changed, cut off, reordered, moved to another key or sealed with another key', async () => {
    const { key } = await blobs.put('x', parts(randomBytes(200_000), 50_000));
    const stored = kept.get(key) ?? Buffer.alloc(0);
    const header = 4 + stored.readUInt32BE();
    const frame = 4 + stored.readUInt32BE(header);
    const flipped = Buffer.from(stored);
    flipped[header + 100] = (flipped[header + 100] ?? 0) ^ 1;
    const swapped = Buffer.concat([
      stored.subarray(0, header),
      stored.subarray(header + frame, header + 2 * frame),
      stored.subarray(header, header + frame),
      stored.subarray(header + 2 * frame),
    ]);
    const damaged = [flipped, swapped, stored.subarray(0, -1), stored.subarray(0, header + 2 * frame), Buffer.alloc(0)];
    for (const [n, bytes] of damaged.entries()) {
      kept.set(`x/${n}`, bytes);
      kept.set(key, bytes);
      await expect(read(key)).rejects.toMatchObject({ name: 'EncryptionError' });
    }
    kept.set('x/moved', stored);
    await expect(read('x/moved')).rejects.toMatchObject({ name: 'EncryptionError' });
    kept.set(key, stored);
    const stranger = new SealedBlobs(memoryStore(kept), () => new SecretBox(randomBytes(32)));
    await expect(buffer(stranger.get(key))).rejects.toMatchObject({ name: 'EncryptionError' });
  });
});

describe(parseBlobUrl.name, () => {
  it('should take address, bucket, region and keys', () => {
    expect(parseBlobUrl('https://key:se%2Fcret@s3.example:9000/backups?region=eu-1')).toEqual({
      endPoint: 'https://s3.example:9000',
      bucket: 'backups',
      path: '',
      region: 'eu-1',
      accessKey: 'key',
      secretKey: 'se/cret',
    });
  });

  it('should take a path', () => {
    expect(parseBlobUrl('https://a:b@s3.example/bucket/teams/ops/')).toMatchObject({
      bucket: 'bucket',
      path: 'teams/ops/',
    });
  });

  it.each([
    '',
    's3://bucket',
    'https://s3.example/bucket',
    'https://a:b@s3.example/',
    'https://a:b@s3.example/a/b',
    'https://a:b@s3.example/bucket//b',
    'https://a:b@s3.example/bucket/a%2Fb',
  ])('should refuse "%s"', (text) => {
    expect(parseBlobUrl(text)).toBeUndefined();
  });
});
