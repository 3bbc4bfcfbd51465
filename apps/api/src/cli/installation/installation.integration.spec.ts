import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createDataSource,
  DatabaseLoad,
  migrate,
  PostgresBlobStore,
  ProjectMember,
  LogLink,
  Session,
  TerraformState,
} from '@switchyard/database';
import {
  migratedDatabase,
  type MigratedDatabase,
  newProject,
  newTask,
  newTemplate,
  newUser,
} from '@switchyard/database/testing';
import { archiveLogs, readSegment, type SegmentRow } from '@switchyard/engine';
import { encryptStream, SealedBlobs, SecretBox } from '@switchyard/server';
import { createTestDatabase, freePort, startBucketServer, type TestDatabase } from '@switchyard/testing';
import type { DataSource } from 'typeorm';
import { runCli } from '../run-cli.js';
import { storeLog } from '../../testing/stored-log.js';
import { filledProject } from '../../testing/filled-project.js';
import { type ArchiveKey, newArchiveKey } from './archive/archive-key.js';
import { type EntryHead, FrameWriter } from './archive/entries.js';

const PASSPHRASE = 'a passphrase of a test';
const PROBE = 'encryption_probe';
const OLD_KEY = randomBytes(32).toString('base64');
const BLOB = randomBytes(700_000);

let dir: string;
let source: MigratedDatabase;
let key: Buffer;
let file: string;
const empties: TestDatabase[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'switchyard-backup-'));
  source = await migratedDatabase(6);
  key = randomBytes(32);
  await fill(source.dataSource);
  file = join(dir, 'whole.backup');
  const env = { SWITCHYARD_OLD_SECRET_KEYS: OLD_KEY };
  expect(await run('backup', { file, env })).toMatchObject({ code: 0 });
}, 60_000);
afterAll(async () => {
  await Promise.all([source.drop(), ...empties.map((each) => each.drop())]);
  await rm(dir, { recursive: true });
});

async function fill(on: DataSource): Promise<void> {
  await filledProject(on);
  const [state] = await on.manager.find(TerraformState);
  const store = new PostgresBlobStore(on, (missing) => new Error(missing));
  await store.put(state?.blob ?? '', Readable.from([BLOB]));
  await archiveLog(on);
  const user = await newUser(on);
  await on.manager.insert(Session, { id: randomUUID(), userId: user.id });
  const sealed = new SecretBox(key).seal('probe', PROBE);
  const settings = [PROBE, sealed, 'large', randomBytes(200_000).toString('base64')];
  await on.query('insert into setting (key, value) values ($1, $2), ($3, $4)', settings);
}

const blobsOn = (on: DataSource): SealedBlobs =>
  new SealedBlobs(new PostgresBlobStore(on, (missing) => new Error(missing)), () => new SecretBox(key));

/** A task whose log is archived. */
async function archiveLog(on: DataSource): Promise<void> {
  const template = await newTemplate(on, { projectId: (await newProject(on)).id });
  await storeLog(on, await newTask(on, template, { status: 'success', ended: new Date(0) }), [['archived', 'lines']]);
  await archiveLogs({ dataSource: on, blobs: blobsOn(on) }, 1);
}

interface Call {
  file: string;
  url?: string;
  dataDir?: string;
  env?: Record<string, string>;
}

interface Run {
  code: number;
  out: string;
  err: string;
}

/** The key of the source is a setting for a backup, and nowhere for a restore. */
async function run(
  command: 'backup' | 'restore',
  { file: path, url = source.url, dataDir = dir, env }: Call,
): Promise<Run> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCli([command, '--file', path], {
    env: {
      SWITCHYARD_DATABASE_URL: url,
      SWITCHYARD_DATA_DIR: dataDir,
      SWITCHYARD_BACKUP_PASSPHRASE: PASSPHRASE,
      ...(command === 'backup' ? { SWITCHYARD_SECRET_KEY: key.toString('base64') } : {}),
      ...env,
    },
    input: Readable.from([]),
    print: (line) => void out.push(line),
    complain: (line) => void err.push(line),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** A server without anything. */
async function emptyServer(): Promise<{ url: string; dataDir: string }> {
  const database = await createTestDatabase();
  empties.push(database);
  const dataDir = join(dir, randomUUID());
  mkdirSync(dataDir);
  return { url: database.url, dataDir };
}

async function on<T>(url: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await createDataSource(url, { poolSize: 2 }).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

const tablesOf = (dataSource: DataSource): Promise<{ name: string }[]> =>
  dataSource.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );

/** Content of every table, with its references. */
async function contentOf(dataSource: DataSource, without: readonly string[]): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {};
  for (const { name } of await tablesOf(dataSource)) {
    const [row] = without.includes(name)
      ? [null]
      : await dataSource.query<unknown[]>(
          `select count(*), md5(string_agg(t::text, '|' order by t::text)) from "${name}" t`,
        );
    content[name] = row;
  }
  content.constraints = await dataSource.query(
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`,
  );
  return content;
}

/** Ids of blobs differ; sign-ins and links to logs are not carried over; the migrations have their own times. */
const OTHERWISE = ['blob', 'blob_chunk', 'session', 'log_link', 'migration'];

async function expectEmpty({ url, dataDir }: { url: string; dataDir: string }): Promise<void> {
  expect(await on(url, tablesOf)).toEqual([]);
  expect(readdirSync(dataDir)).toEqual([]);
}

let craftKey: Promise<ArchiveKey> | undefined;

/** A file in the form of a backup, with some entries. */
async function craft(entries: readonly EntryHead[]): Promise<string> {
  const frames = new FrameWriter();
  const heads = entries.map((head) => frames.head(head));
  const end = frames.head({ entry: 'end', tables: {}, blobs: 0, ...frames.total });
  const { header, box, context } = await (craftKey ??= newArchiveKey(PASSPHRASE));
  const path = join(dir, `${randomUUID()}.backup`);
  const sealed = await buffer(encryptStream(box, context, Readable.from([gzipSync(Buffer.concat([...heads, end]))])));
  writeFileSync(path, Buffer.concat([header, sealed]));
  return path;
}

describe('a backup of the installation', () => {
  it('should restore every row, blob, number and reference, and the keys, but no sessions', async () => {
    const server = await emptyServer();
    expect(await run('restore', { file, ...server })).toMatchObject({ code: 0 });
    await on(server.url, async (restored) => {
      expect(await contentOf(restored, OTHERWISE)).toEqual(await contentOf(source.dataSource, OTHERWISE));
      expect(await restored.manager.count(Session)).toBe(0);
      expect(await restored.manager.count(LogLink)).toBe(0);
      const [state] = await restored.manager.find(TerraformState);
      const store = new PostgresBlobStore(restored, (missing) => new Error(missing));
      expect((await buffer(store.get(state?.blob ?? ''))).equals(BLOB)).toBe(true);
      const [segment] = await restored.query<SegmentRow[]>('select * from log_segment');
      const [chunk] = segment ? await readSegment({ blobs: blobsOn(restored) }, segment) : [];
      expect(chunk?.body.toString()).toBe('archived\nlines\n');
      const [{ last }] = await source.dataSource.query<[{ last: number }]>('select max(id) as last from project');
      expect((await newProject(restored)).id).toBeGreaterThan(last);
    });
    expect(readFileSync(join(server.dataDir, 'secret.key'), 'utf8').trim()).toBe(key.toString('base64'));
    expect(readFileSync(join(server.dataDir, 'secret.key.old'), 'utf8')).toBe(`${OLD_KEY}\n`);
  });

  it('should hold nothing readable, and be closed to other users', () => {
    const bytes = readFileSync(file);
    expect(bytes.includes('CREATE') || bytes.includes('project') || bytes.includes(key)).toBe(false);
    expect(execFileSync('stat', ['-c', '%a', file]).toString().trim()).toBe('600');
  });

  it('should move blobs between the database and a bucket', async () => {
    const bucket = await startBucketServer();
    try {
      const withBucket = await emptyServer();
      const env = { SWITCHYARD_BLOB_URL: bucket.url };
      expect(await run('restore', { file, ...withBucket, env })).toMatchObject({ code: 0 });
      const path = join(dir, 'bucket.backup');
      expect(await run('backup', { file: path, ...withBucket, env })).toMatchObject({ code: 0 });
      const beside = await emptyServer();
      const held = await bucket.keys();
      expect(await run('restore', { file: path, ...beside, env })).toMatchObject({ code: 0 });
      const places = new Set((await bucket.keys()).map((each) => each.split('/')[0]));
      expect([places.size, await bucket.keys()]).toEqual([2, expect.arrayContaining(held)]);
      const back = await emptyServer();
      expect(await run('restore', { file: path, ...back })).toMatchObject({ code: 0 });
      await on(back.url, async (restored) => {
        const bytesOf = 'select sum(length(data)) as bytes from blob_chunk';
        const [{ bytes }] = await restored.query<[{ bytes: string }]>(bytesOf);
        expect(await source.dataSource.query(bytesOf)).toEqual([{ bytes }]);
      });
    } finally {
      await bucket.remove();
    }
  });

  it('should name blobs that the store lost, and go without them', async () => {
    await source.dataSource.query('delete from blob');
    const made = await run('backup', { file: join(dir, 'lost.backup') });
    expect([made.code, made.err]).toEqual([
      0,
      expect.stringMatching(/not in the backup: blob logs\/.*not in the backup: blob states\//s),
    ]);
  });
});

describe('a file that cannot be restored', () => {
  const flipped = (bytes: Buffer, at: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return copy;
  };

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['is another file', () => Buffer.from('PK\u0003\u0004'.repeat(100)), /no backup/],
    ['has another format', (bytes) => flipped(bytes, 8), /has the format 257/],
    ['has a changed salt', (bytes) => flipped(bytes, 20), /passphrase/],
    ['is cut off', (bytes) => bytes.subarray(0, bytes.length - 1), /damaged/],
    ['has a changed byte', (bytes) => flipped(bytes, bytes.length >> 1), /damaged/],
    ['goes on behind its end', (bytes) => Buffer.concat([bytes, bytes.subarray(-100)]), /damaged/],
  ])('should be refused when it %s, and nothing is written', async (_, change, message) => {
    const path = join(dir, `${randomUUID()}.backup`);
    writeFileSync(path, change(readFileSync(file)));
    const server = await emptyServer();
    const { code, err } = await run('restore', { file: path, ...server });
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
    await expectEmpty(server);
  });

  it('should be refused with another passphrase, or none', async () => {
    const server = await emptyServer();
    const other = { SWITCHYARD_BACKUP_PASSPHRASE: 'another passphrase' };
    expect(await run('restore', { file, ...server, env: other })).toMatchObject({
      code: 1,
      err: expect.stringContaining('The passphrase is not that of the backup') as unknown,
    });
    const none = { SWITCHYARD_BACKUP_PASSPHRASE: '' };
    expect((await run('restore', { file, ...server, env: none })).err).toContain('SWITCHYARD_BACKUP_PASSPHRASE');
    await expectEmpty(server);
  });

  it('should be refused when a newer version made it', async () => {
    const server = await emptyServer();
    const migrations = ['CreateSchema1763700000000', 'Later9999999999999'];
    const path = await craft([manifest(migrations), keys()]);
    expect((await run('restore', { file: path, ...server })).err).toMatch(
      /made by a newer version.*Later9999999999999/,
    );
    await expectEmpty(server);
  });

  it('should be refused when the server is not empty', async () => {
    const server = await emptyServer();
    await on(server.url, (dataSource) => dataSource.query('create table somebody (id int)'));
    const { code, err } = await run('restore', { file, ...server });
    expect([code, err]).toEqual([2, expect.stringMatching(/not empty: it has 1 table.*SWITCHYARD_DATA_DIR/)]);
    expect(readdirSync(server.dataDir)).toEqual([]);
  });

  it('should leave nothing when its rows do not fit together', async () => {
    const torn = await migratedDatabase(2);
    const server = await emptyServer();
    const path = join(dir, 'torn.backup');
    try {
      await torn.dataSource.query('alter table project_member drop constraint project_member_project_id_fkey');
      const user = await newUser(torn.dataSource);
      await torn.dataSource.manager.insert(ProjectMember, { projectId: 7, userId: user.id, role: 'guest' });
      expect(await run('backup', { file: path, url: torn.url })).toMatchObject({ code: 0 });
    } finally {
      await torn.drop();
    }
    expect((await run('restore', { file: path, ...server })).err).toContain('project_member_project_id_fkey');
    await expectEmpty(server);
  });

  it('should be refused where another key is set or kept', async () => {
    const server = await emptyServer();
    const other = randomBytes(32).toString('base64');
    const { err } = await run('restore', { file, ...server, env: { SWITCHYARD_SECRET_KEY: other } });
    expect(err).toContain('SWITCHYARD_SECRET_KEY is not the key of the backup');
    writeFileSync(join(server.dataDir, 'secret.key'), `${other}\n`);
    expect((await run('restore', { file, ...server })).err).toContain('is not the key of the backup');
    expect(await on(server.url, tablesOf)).toEqual([]);
  });
});

const manifest = (migrations: string[]): EntryHead => ({
  entry: 'manifest',
  created: new Date().toISOString(),
  migrations,
});
const keys = (): EntryHead => ({ entry: 'keys', secretKey: key.toString('base64'), oldSecretKeys: [] });

describe('a restore', () => {
  it('should bring the database of an older version up to date', async () => {
    const [older, server] = [await emptyServer(), await emptyServer()];
    const load = await DatabaseLoad.begin(older.url, ['CreateSchema1763700000000', 'Execution1763800000000']);
    await load.commit();
    await load.close();
    const path = join(dir, 'older.backup');
    expect(await run('backup', { file: path, url: older.url })).toMatchObject({ code: 0 });
    expect(await run('restore', { file: path, ...server })).toMatchObject({ code: 0 });
    await on(server.url, async (restored) => {
      expect(await migrate(restored)).toEqual([]);
      expect(await tablesOf(restored)).toEqual(await tablesOf(source.dataSource));
    });
  });
});

/** A small disk takes root. */
const itAsRoot = process.getuid?.() === 0 ? it : it.skip;

describe('a backup that cannot be made', () => {
  const left = (): string[] => readdirSync(dir).filter((name) => name.includes('refused'));
  const target = (): string => join(dir, 'refused.backup');

  it('should leave a file that is there as it is', async () => {
    const path = join(dir, 'there.backup');
    writeFileSync(path, 'mine');
    expect(await run('backup', { file: path })).toMatchObject({
      code: 2,
      err: `${path} exists already: name another file`,
    });
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });

  it.each([
    [
      'the database is down',
      async () => ({ url: `postgres://a:b@127.0.0.1:${await freePort()}/c` }),
      /database cannot be reached/,
    ],
    ['the database was never set up', async () => ({ url: (await emptyServer()).url }), /nothing to back up/],
    [
      'the keys are not here',
      () => Promise.resolve({ env: { SWITCHYARD_SECRET_KEY: '' } }),
      /secret key of this server is not here/,
    ],
    [
      'the keys are others',
      () => Promise.resolve({ env: { SWITCHYARD_SECRET_KEY: randomBytes(32).toString('base64') } }),
      /key/,
    ],
    [
      'the directory is missing',
      () => Promise.resolve({ file: join(dir, 'no', 'refused') }),
      /no such file or directory/,
    ],
  ])('should leave nothing when %s', async (_, call, message) => {
    const { code, err } = await run('backup', { file: target(), ...(await call()) });
    expect([code === 0, err]).toEqual([false, expect.stringMatching(message)]);
    expect(left()).toEqual([]);
  });

  itAsRoot('should leave nothing when the disk is full', async () => {
    const disk = join(dir, 'small-disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    try {
      const { code, err } = await run('backup', { file: join(disk, 'refused.backup') });
      expect([code, err]).toEqual([1, expect.stringContaining('the disk is full')]);
      expect(readdirSync(disk)).toEqual([]);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it('should be refused on a database of a newer version', async () => {
    const newer = await migratedDatabase(2);
    try {
      await newer.dataSource.query(`insert into migration (timestamp, name) values (9, 'Later9999999999999')`);
      expect((await run('backup', { file: target(), url: newer.url })).err).toContain('a newer version');
    } finally {
      await newer.drop();
    }
    expect(left()).toEqual([]);
  });
});
