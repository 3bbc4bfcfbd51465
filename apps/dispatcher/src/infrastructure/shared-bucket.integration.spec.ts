import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BucketBook, createDataSource, PostgresBlobStore } from '@switchyard/database';
import { migratedDatabase, newUser, type MigratedDatabase } from '@switchyard/database/testing';
import { collectBlobs, collectSegments, type Engine, takeOverBlobs } from '@switchyard/engine';
import { BlobMissingError, openBlobStore, openBucket, SealedBlobs, SecretBox } from '@switchyard/server';
import { type BucketRequest, createTestDatabase, startBucketServer, type TestBucketServer } from '@switchyard/testing';
import type { DataSource } from 'typeorm';
import { DutyTable } from '../clock/clock.js';
import { keptLog, startDispatcher } from '../testing/dispatcher-under-test.js';

const KEY = randomBytes(32);
const silent = keptLog().logger;
/** Content that the test server puts into objects of others. */
const FOREIGN = 'of somebody else';

let bucket: TestBucketServer;
const databases: MigratedDatabase[] = [];

beforeEach(async () => {
  bucket = await startBucketServer();
});
afterEach(() => bucket.remove());
afterAll(() => Promise.all(databases.map((each) => each.drop())));

async function installation(): Promise<MigratedDatabase> {
  const database = await migratedDatabase(4);
  databases.push(database);
  return database;
}

/** Engine of a program of the installation, as it is after its start. */
async function open({ dataSource }: MigratedDatabase): Promise<Engine> {
  const inDatabase = new PostgresBlobStore(dataSource, (key) => new BlobMissingError(key));
  const stores = { url: bucket.url, inDatabase, book: new BucketBook(dataSource) };
  const blobs = new SealedBlobs(await openBlobStore(stores, silent), () => new SecretBox(KEY));
  return { dataSource, blobs } as unknown as Engine;
}

/** Puts a blob into the store, which a row names unless it is an orphan. */
async function put({ dataSource, blobs }: Engine, folder: string): Promise<string> {
  const { key } = await blobs.put(folder, Readable.from([Buffer.from(folder)]));
  await (folder.startsWith('logs/') ? name(dataSource, key) : undefined);
  return key;
}

const collect = async (engine: Engine): Promise<number> =>
  (await collectBlobs(engine)) + (await collectSegments(engine));

const name = (source: DataSource, key: string): Promise<unknown> =>
  source.query(
    `insert into log_segment (task_id, attempt, first_line, line_count, blob, size, sha256)
       select coalesce(max(task_id), 0) + 1, 1, 0, 1, $1, 1, '' from log_segment`,
    [key],
  );

const read = async ({ blobs }: Engine, key: string): Promise<string> => text(Readable.from(blobs.get(key)));

const placeOf = async ({ dataSource }: MigratedDatabase): Promise<string> => {
  const [{ identity }] = await dataSource.query<[{ identity: string }]>('select identity from blob_bucket');
  return `switchyard-${identity}/`;
};

/** Requests that remove something, or show what is there, outside of this place. */
const outside = (requests: readonly BucketRequest[], place: string): BucketRequest[] =>
  requests.filter(({ method, key, query }) =>
    method === 'DELETE'
      ? !key.startsWith(place)
      : key === '' && (method !== 'GET' || !query.get('prefix')?.startsWith(place)),
  );

describe('a bucket that others use', () => {
  it('should keep all that a new, empty installation has not put there', async () => {
    const own = ['logs', 'plans', 'plan-views', 'states'].map((folder) => `${folder}/1/${randomUUID()}`);
    const foreign = [...own, 'logs/app.log', 'states/prod.tfstate', 'photos/1.jpg'].sort();
    await bucket.put(foreign);
    await bucket.age(2);
    const dispatcher = await startDispatcher({
      SWITCHYARD_DATABASE_URL: (await installation()).url,
      SWITCHYARD_BLOB_URL: bucket.url,
    });
    const { duties } = dispatcher.get(DutyTable);
    for (const { run } of duties.filter((duty) => /^(retention|taking over)/.test(duty.name))) {
      await run();
    }
    await dispatcher.close();
    expect(await bucket.keys()).toEqual(expect.arrayContaining(foreign));
  });

  it('should see nothing listed or deleted outside of the place of an installation', async () => {
    const [one, two] = [await installation(), await installation()];
    const [first, second] = [await open(one), await open(two)];
    const kept = [await put(first, 'logs/1'), await put(first, 'logs/2')];
    const own = await put(second, 'logs/1');
    const orphans = [await put(second, 'states/3'), await put(second, 'plans/3'), await put(second, 'plan-views/3')];
    const place = await placeOf(two);
    const strange = [`${place}states/of-mine.tfstate`, `${place}logs/3/backup.tar`];
    await bucket.put(strange);
    await bucket.age(2);
    const begun = bucket.requests.length;
    expect([await collect(second), await takeOverBlobs(second)]).toEqual([orphans.length, undefined]);
    expect(outside(bucket.requests.slice(begun), place)).toEqual([]);
    const keys = await bucket.keys();
    expect(keys).toEqual(expect.arrayContaining([...strange, place + own]));
    expect(orphans.filter((key) => keys.includes(place + key))).toEqual([]);
    expect(await Promise.all(kept.map((key) => read(first, key)))).toEqual(['logs/1', 'logs/2']);
  });
});

/** Database that the version before has left and migrated, with rows that name objects at the root of the bucket. */
async function upgraded(count: number): Promise<{ database: MigratedDatabase; keys: string[] }> {
  const database = await installation();
  const { dataSource } = database;
  await newUser(dataSource);
  await dataSource.query(
    `update blob_bucket set sources = '{""}', old_until = now() + interval '1 hour', identity = null, tokens = '{}'`,
  );
  const keys = Array.from({ length: count }, (_, n) => `logs/${n}/${randomUUID()}`).sort();
  for (const key of keys) {
    await name(dataSource, key);
  }
  await bucket.put(keys);
  await bucket.age(2);
  return { database, keys };
}

/** Of blobs that are not encrypted. */
const stored = async ({ blobs }: Engine, key: string): Promise<string> => {
  const { store } = blobs as unknown as { store: { get: (key: string) => AsyncIterable<Buffer> } };
  return text(Readable.from(store.get(key)));
};

describe('blobs at the root of a bucket', () => {
  it('should be read and kept before, while and after they are taken over, also when that is interrupted', async () => {
    const { database, keys } = await upgraded(450);
    const engine = await open(database);
    const place = await placeOf(database);
    const readAll = (): Promise<string[]> => Promise.all(keys.map((key) => stored(engine, key)));
    const whole = keys.map(() => FOREIGN);
    let copied = 0;
    const copies = ({ method, key }: BucketRequest): boolean => method === 'PUT' && key.startsWith(`${place}logs/`);
    bucket.setOutage((request) => copies(request) && ++copied > 300);
    await expect(takeOverBlobs(engine)).rejects.toThrow('503');
    bucket.setOutage(undefined);
    await collect(engine);
    expect(await readAll()).toEqual(whole);
    const resumed = bucket.requests.length;
    await takeOverBlobs(engine);
    expect(bucket.requests.slice(resumed).filter(copies)).toHaveLength(250);
    await collect(engine);
    expect(await bucket.keys()).toEqual(expect.arrayContaining([...keys, ...keys.map((key) => place + key)]));
    expect(outside(bucket.requests, place)).toEqual([]);
  });

  it('should be taken over once more when processes of the version before had their time', async () => {
    const { database, keys } = await upgraded(3);
    const engine = await open(database);
    const place = await placeOf(database);
    expect(await takeOverBlobs(engine)).toBe(3);
    const late = `logs/7/${randomUUID()}`;
    await bucket.put([late]);
    await name(database.dataSource, late);
    expect(await takeOverBlobs(engine)).toBe(0);
    expect(await stored(engine, late)).toBe(FOREIGN);
    await database.dataSource.query('update blob_bucket set old_until = now()');
    expect([await takeOverBlobs(engine), await takeOverBlobs(engine)]).toEqual([1, undefined]);
    expect(await bucket.keys()).toEqual(expect.arrayContaining([...keys, late].map((key) => place + key)));
  });

  it('should be found by processes of the version before while they may run', async () => {
    const { database } = await upgraded(0);
    const key = await put(await open(database), 'states/4');
    expect(await bucket.keys()).toContain(key);
  });
});

/** A copy as `createdb --template` makes it, which names the blobs of the original. */
async function copyOf({ url, dataSource }: MigratedDatabase): Promise<MigratedDatabase> {
  await dataSource.destroy();
  const target = await createTestDatabase();
  const admin = await createDataSource(url.replace(/[^/]+$/, 'postgres'), { poolSize: 1 }).initialize();
  await admin.query(`drop database ${target.name}`);
  await admin.query(`create database ${target.name} template ${new URL(url).pathname.slice(1)}`);
  await admin.destroy();
  await dataSource.initialize();
  const copied = await createDataSource(target.url, { poolSize: 2 }).initialize();
  const drop = async (): Promise<void> => {
    await copied.destroy();
    await target.drop();
  };
  const copy = { url: target.url, dataSource: copied, drop };
  databases.push(copy);
  return copy;
}

describe('a copied database', () => {
  let original: MigratedDatabase;
  let copy: MigratedDatabase;
  let keys: string[];

  beforeEach(async () => {
    original = await installation();
    const engine = await open(original);
    keys = [await put(engine, 'logs/1'), await put(engine, 'logs/2')];
    copy = await copyOf(original);
  });

  it('should not start with the bucket of the original, also when it is the first', async () => {
    await expect(open(copy)).rejects.toThrow('bucket new-identity');
    const engine = await open(original);
    await expect(open(copy)).rejects.toThrow('nothing is deleted');
    await bucket.age(2);
    await collect(engine);
    expect(await Promise.all(keys.map((key) => read(engine, key)))).toEqual(['logs/1', 'logs/2']);
  });

  it('should take over nothing and collect nothing once another one is the owner', async () => {
    const first = await open(original);
    const orphan = await put(first, 'plans/9');
    await (await openBucket({ url: bucket.url, book: new BucketBook(copy.dataSource) }))?.owner.take();
    const second = await open(copy);
    await bucket.age(2);
    await expect(collect(first)).rejects.toThrow('another database with the same identity');
    expect(await bucket.keys()).toContain((await placeOf(original)) + orphan);
    expect(await collect(second)).toBe(1);
  });

  it('should get a place of its own and its blobs with it, and leave those of the original alone', async () => {
    const first = await open(original);
    await new BucketBook(copy.dataSource).depart(randomUUID(), await placeOf(original));
    const second = await open(copy);
    const place = await placeOf(copy);
    expect(await Promise.all(keys.map((key) => read(second, key)))).toEqual(['logs/1', 'logs/2']);
    await takeOverBlobs(second);
    await copy.dataSource.query('delete from log_segment');
    await bucket.age(2);
    const begun = bucket.requests.length;
    expect(await collect(second)).toBe(2);
    expect(outside(bucket.requests.slice(begun), place)).toEqual([]);
    expect(await Promise.all(keys.map((key) => read(first, key)))).toEqual(['logs/1', 'logs/2']);
  });
});
