import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type BucketRequest, freePort, startBucketServer, type TestBucketServer } from '@switchyard/testing';
import { blobStoreSuite } from '@switchyard/testing/blobs';
import { BookInMemory } from '../testing/book-in-memory.js';
import { silent } from '../testing/stores.js';
import { BlobMissingError, type BlobStore, BlobStoreAwayError, BucketRefusedError } from './blob-store.js';
import { newBlobStore } from './new-blob-store.js';
import { openBlobStore, openBucket, readBlobStore } from './open-blob-store.js';

const inDatabase = undefined as never;
const content = (what: string): AsyncIterable<Buffer> => Readable.from([Buffer.from(what)]);
const HOUR_MS = 3_600_000;

let server: TestBucketServer;
beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.remove());

const open = (book: BookInMemory, url = server.url): Promise<BlobStore> =>
  openBlobStore({ url, inDatabase, book }, silent);
const prefix = async (book: BookInMemory): Promise<string> => `switchyard-${await book.identity()}/`;

describe('the store of a bucket', () => {
  let store: BlobStore;
  beforeAll(async () => {
    store = await open(new BookInMemory());
  });

  blobStoreSuite(() => store);
});

/** Requests that show what else is in the bucket, or remove it. */
const isOutside = ({ method, key, query }: BucketRequest, own: string): boolean =>
  method === 'DELETE' ? !key.startsWith(own) : method === 'GET' && key === '' && !query.get('prefix')?.startsWith(own);

describe('a bucket that others use', () => {
  it('should show and delete nothing outside of the own place', async () => {
    const [one, two] = [new BookInMemory(), new BookInMemory()];
    const [stores, begun] = [[await open(one), await open(two)] as const, server.requests.length];
    await stores[0].put('logs/1/a', content('one'));
    await stores[1].put('logs/1/a', content('two'));
    const listed = await Readable.from(stores[1].list('logs/')).toArray();
    expect(listed).toMatchObject([{ key: 'logs/1/a', size: 3 }]);
    await stores[1].delete(['logs/1/a']);
    expect(await text(stores[0].get('logs/1/a'))).toBe('one');
    await expect(text(stores[1].get('logs/1/a'))).rejects.toThrow(BlobMissingError);
    const own = await prefix(two);
    expect(server.requests.slice(begun).filter((each) => isOutside(each, own))).toEqual([]);
  });

  it('should have all keys below the path of the address', async () => {
    const book = new BookInMemory();
    const store = await open(book, `${server.url}/teams/ops/`);
    await store.put('logs/2/a', content('x'));
    expect(await server.keys()).toContain(`teams/ops/${await prefix(book)}logs/2/a`);
  });

  it('should read blobs where they were before, copy them when asked, and leave the originals alone', async () => {
    const older = new BookInMemory();
    const before = await open(older);
    await before.put('states/1/a', content('a state'));
    const book = Object.assign(new BookInMemory(), { sources: [await prefix(older)] });
    const store = await open(book);
    expect(await text(store.get('states/1/a'))).toBe('a state');
    expect(await store.takeOver(['states/1/a', 'states/1/none'])).toEqual([]);
    expect(await server.keys()).toEqual(
      expect.arrayContaining([`${await prefix(older)}states/1/a`, `${await prefix(book)}states/1/a`]),
    );
    await store.delete(['states/1/a']);
    expect(await text(before.get('states/1/a'))).toBe('a state');
  });

  it('should put what older processes may look for at the root as well, for a while', async () => {
    const put = async (oldUntil: Date, key: string): Promise<void> => {
      const store = await open(Object.assign(new BookInMemory(), { sources: [''], oldUntil }));
      await store.put(key, content(key));
    };
    await put(new Date(Date.now() + HOUR_MS), 'states/2/during');
    await put(new Date(Date.now() - HOUR_MS), 'states/2/after');
    const keys = await server.keys();
    expect(['states/2/during', 'states/2/after'].map((key) => keys.includes(key))).toEqual([true, false]);
  });

  it('should find originals at the root, and remove them only when a copy is here or nothing needs them', async () => {
    const writer = await open(Object.assign(new BookInMemory(), { oldUntil: new Date(Date.now() + HOUR_MS) }));
    const keys = ['states/3/copied', 'states/3/needed', 'states/3/forgotten'];
    for (const key of keys) {
      await writer.put(key, content(key));
    }
    const store = await open(Object.assign(new BookInMemory(), { sources: [''] }));
    expect(await store.takeOver(keys.slice(0, 1))).toEqual(['states/3/copied']);
    const kept = await store.removeOriginals(keys, new Set(keys.slice(0, 2)));
    expect(kept).toEqual(['states/3/needed']);
    expect((await server.keys()).filter((key) => key.startsWith('states/3/'))).toEqual(['states/3/needed']);
  });
});

describe('the owner of a place', () => {
  afterEach(() => server.setConditions(true));

  it.each([true, false])(
    'should be all processes of one database that start at once (conditions %s)',
    async (areKnown) => {
      server.setConditions(areKnown);
      const book = new BookInMemory();
      const stores = await Promise.all(Array.from({ length: 8 }, () => open(book)));
      await Promise.all(stores.map((store) => store.requireOwner()));
      await (await open(book)).requireOwner();
    },
  );

  it('should be one of a database and its copy, also when the copy starts first', async () => {
    for (const databaseId of ['another', undefined]) {
      const [one, two] = [new BookInMemory(), new BookInMemory()];
      await Promise.all([open(one), open(two)]);
      const copy = Object.assign(one.copy(), { databaseId });
      await open(one);
      await expect(open(copy)).rejects.toThrow(BucketRefusedError);
      await (await open(one)).requireOwner();
      // A copy of which nothing is different becomes the owner; then the original deletes nothing more.
      const original = await open(two);
      await open(two.copy());
      await expect(original.requireOwner()).rejects.toThrow('bucket claim');
    }
  });

  it('should be one of two copies of a database that never was in the bucket', async () => {
    const book = new BookInMemory('7d4f2c9e-0000-4000-8000-000000000001');
    const copies = [book.copy(), book.copy()];
    const opened = await Promise.allSettled(copies.map((copy) => open(copy)));
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('should be another one when the database was moved, until it is claimed', async () => {
    const book = new BookInMemory();
    await open(book);
    await expect(open(Object.assign(book.copy(), { databaseId: 'another' }))).rejects.toThrow('copied or moved from');
    const bucket = await openBucket({ url: server.url, book: Object.assign(book, { databaseId: 'moved' }) });
    await bucket?.owner.take();
    await open(book);
  });

  it('should not be found where its marker is gone', async () => {
    const book = new BookInMemory();
    const store = await open(book);
    const elsewhere = `${server.url}/elsewhere`;
    await expect(open(book, elsewhere)).rejects.toThrow('the marker of the owner is gone');
    await expect(readBlobStore({ url: elsewhere, inDatabase, book })).rejects.toThrow(BucketRefusedError);
    await store.requireOwner();
  });

  it('should become so later when the bucket was away at the start', async () => {
    const book = new BookInMemory();
    server.setOutage(({ method }) => method === 'PUT');
    const store = await open(book);
    await expect(store.requireOwner()).rejects.toThrow(BlobStoreAwayError);
    server.setOutage(undefined);
    await store.requireOwner();
  });

  it('should change nothing for who only reads', async () => {
    const book = new BookInMemory();
    await open(book);
    const begun = server.requests.length;
    await readBlobStore({ url: server.url, inDatabase, book });
    expect(server.requests.slice(begun).map(({ method }) => method)).toEqual(['GET']);
    const copy = Object.assign(book.copy(), { databaseId: 'another' });
    await expect(readBlobStore({ url: server.url, inDatabase, book: copy })).rejects.toThrow(BucketRefusedError);
  });

  it('should leave nothing of a new place that is given up', async () => {
    const before = await server.keys();
    const { giveUp, identity } = await newBlobStore({ url: server.url, inDatabase, book: new BookInMemory() });
    expect(await server.keys()).toContain(`switchyard-${identity}/owner.json`);
    await giveUp();
    expect(await server.keys()).toEqual(before);
  });
});

describe('a bucket that does not work', () => {
  let store: BlobStore;
  beforeEach(async () => {
    store = await open(new BookInMemory());
  });

  it('should not look like a missing blob when it is not there', async () => {
    await server.renameBucket();
    try {
      await expect(text(store.get('states/9/a'))).rejects.toThrow('There is no bucket blobs');
      await expect(store.takeOver(['states/9/a'])).resolves.toEqual([]);
      await expect(open(new BookInMemory())).rejects.toThrow('There is no bucket blobs: make it');
    } finally {
      await server.renameBucket();
    }
  });

  it('should be refused at the start with the reason', async () => {
    const url = server.url.replace('S3RVER:S3RVER', 'nobody:secret');
    await expect(open(new BookInMemory(), url)).rejects.toThrow('does not accept the keys');
  });

  it('should not keep anybody from starting who may reach it later', async () => {
    const url = `http://a:b@127.0.0.1:${await freePort()}/blobs`;
    const away = await open(new BookInMemory(), url);
    await expect(text(away.get('states/9/a'))).rejects.toThrow('cannot be reached: ECONNREFUSED');
    await expect(away.requireOwner()).rejects.toThrow(BlobStoreAwayError);
  });

  it('should name what it does not let the installation do', async () => {
    server.setOutage(({ method, key }) => method === 'DELETE' && key.includes('/trial/'));
    try {
      const warned: unknown[] = [];
      const logger = { warn: (about: object) => warned.push(about) } as never;
      await openBlobStore({ url: server.url, inDatabase, book: new BookInMemory() }, logger);
      expect(warned).toMatchObject([{ err: { message: expect.stringContaining('delete from the bucket blobs') } }]);
    } finally {
      server.setOutage(undefined);
    }
  });
});
