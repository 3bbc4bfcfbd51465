import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { BucketBook } from '@switchyard/database';
import { migratedDatabase, type MigratedDatabase } from '@switchyard/database/testing';
import { type Engine, takeOverBlobs } from '@switchyard/engine';
import { createLogger, openBlobStore, SealedBlobs, SecretBox } from '@switchyard/server';
import { startBucketServer, type TestBucketServer } from '@switchyard/testing';
import { runCli } from './run-cli.js';

const KEY = randomBytes(32);
const logger = createLogger({ name: 'test', level: 'silent' });

let bucket: TestBucketServer;
let database: MigratedDatabase;
beforeAll(async () => {
  [bucket, database] = await Promise.all([startBucketServer(), migratedDatabase(4)]);
});
afterAll(() => Promise.all([bucket.remove(), database.drop()]));

async function run(command: string, settings: Record<string, string> = {}): Promise<[number, string]> {
  const lines: string[] = [];
  const code = await runCli(command.split(' '), {
    env: { SWITCHYARD_DATABASE_URL: database.url, SWITCHYARD_BLOB_URL: bucket.url, ...settings },
    input: Readable.from([]),
    print: (line) => void lines.push(line),
    complain: (line) => void lines.push(line),
  });
  return [code, lines.join('\n')];
}

/** Engine of a program after its start. */
async function open(): Promise<Engine> {
  const { dataSource } = database;
  const stores = { url: bucket.url, inDatabase: undefined as never, book: new BucketBook(dataSource) };
  const blobs = new SealedBlobs(await openBlobStore(stores, logger), () => new SecretBox(KEY));
  return { dataSource, blobs } as unknown as Engine;
}

const placeOf = async (): Promise<string> => `switchyard-${await new BucketBook(database.dataSource).identity()}/`;
/** As another database with the same identity, which came later, leaves it. */
const usurp = (): Promise<unknown> =>
  database.dataSource.query('update blob_bucket set tokens = array[gen_random_uuid()]');

const name = (key: string): Promise<unknown> =>
  database.dataSource.query(
    `insert into log_segment (task_id, attempt, first_line, line_count, blob, size, sha256)
       select count(*), 1, 0, 1, $1, 1, '' from log_segment`,
    [key],
  );

describe('the place of a database in its bucket', () => {
  it('should be claimed by command only when another one has it', async () => {
    await open();
    await usurp();
    await expect(open()).rejects.toThrow('run "bucket claim"');
    expect(await run('bucket claim')).toEqual([0, expect.stringContaining(`owns ${await placeOf()}`)]);
    await open();
  });

  it('should become another one by command, with all blobs', async () => {
    const { key } = await (await open()).blobs.put('logs/1', Readable.from([Buffer.from('a log')]));
    await name(key);
    const before = await placeOf();
    await usurp();
    expect(await run('bucket new-identity')).toEqual([0, expect.stringContaining(`is read from ${before}`)]);
    await takeOverBlobs(await open());
    expect(await bucket.keys()).toEqual(expect.arrayContaining([before + key, (await placeOf()) + key]));
  });

  it('should be rid of originals at the root by command, of those that were copied or that nothing needs', async () => {
    const [copied, lost, forgotten] = Array.from({ length: 3 }, (_, n) => `logs/${n}/${randomUUID()}`);
    const all = [copied, lost, forgotten].map(String);
    await database.dataSource.query(`update blob_bucket set sources = '{""}', moved = null, move_began = null`);
    for (const blob of all) {
      await name(blob);
    }
    await bucket.put([...all, 'logs/app.log']);
    expect(await run('bucket remove-old')).toEqual([2, expect.stringContaining('try again later')]);
    const engine = await open();
    expect(await takeOverBlobs(engine)).toBe(3);
    await engine.blobs.delete([String(lost)]);
    await database.dataSource.query('delete from log_segment where blob = $1', [forgotten]);
    expect(await run('bucket remove-old')).toEqual([
      0,
      `Kept, because there is no copy of it: ${lost}\nRemoved 2 originals from the root of the bucket`,
    ]);
    const place = await placeOf();
    const keys = await bucket.keys();
    expect([keys.filter((key) => /^logs/.test(key)), keys.includes(place + copied)]).toEqual([
      [lost, 'logs/app.log'],
      true,
    ]);
    expect(await run('bucket remove-old')).toEqual([0, expect.stringContaining('Removed 0')]);
  });

  it('should not be looked for without a bucket, or in one that is not there', async () => {
    expect(await run('bucket claim', { SWITCHYARD_BLOB_URL: '' })).toEqual([2, expect.stringContaining('not set')]);
    const other = bucket.url.replace(/blobs$/, 'another');
    expect(await run('bucket claim', { SWITCHYARD_BLOB_URL: other })).toEqual([
      1,
      expect.stringContaining('There is no bucket another'),
    ]);
  });
});
