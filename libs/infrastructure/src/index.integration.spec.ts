import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migratedDatabase, type MigratedDatabase } from '@switchyard/database/testing';
import { createLogger, type SecretBox } from '@switchyard/server';
import { eventually } from '@switchyard/testing';
import { type InfrastructureSettings, openInfrastructure, type Opening, secretBoxOf } from './index.js';

const APPLICATION = 'opening-spec';
const logger = createLogger({ name: 'test', level: 'silent' });
let database: MigratedDatabase;
let dataDir: string;
let settings: InfrastructureSettings;

beforeAll(async () => {
  database = await migratedDatabase(2);
  dataDir = await mkdtemp(join(tmpdir(), 'infrastructure-'));
  settings = {
    SWITCHYARD_DATABASE_URL: database.url,
    SWITCHYARD_DATA_DIR: dataDir,
    SWITCHYARD_SECRET_KEY: randomBytes(32).toString('base64'),
    SWITCHYARD_OLD_SECRET_KEYS: [],
    SWITCHYARD_EDITION: 'open',
    SWITCHYARD_SCHEDULE_TIMEZONE: 'UTC',
  };
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const opening = (more: Partial<Opening<SecretBox>> = {}): Opening<SecretBox> => ({
  logger,
  database: { applicationName: APPLICATION, poolSize: 2 },
  openSecrets: () => secretBoxOf(settings),
  boxOf: (box) => box,
  ...more,
});

/** Connections of the data source that is opened here. */
async function connections(): Promise<number> {
  const sql =
    'select count(*)::int as count from pg_stat_activity where application_name = $1 and datname = current_database()';
  const [row] = await database.dataSource.query<[{ count: number }]>(sql, [APPLICATION]);
  return row.count;
}

describe(openInfrastructure.name, () => {
  it('should seal blobs by the box of the secrets, and close all connections', async () => {
    const { engine, blobs, secrets, close } = await openInfrastructure(settings, opening());
    const { key } = await engine.blobs.put('plans', Readable.from([Buffer.from('what is secret')]));
    expect(await text(Readable.from(engine.blobs.get(key)))).toBe('what is secret');
    expect(await text(Readable.from(blobs.get(key)))).not.toContain('secret');
    expect(engine.secrets).toBe(secrets);
    expect(await connections()).toBeGreaterThan(0);
    await close();
    await eventually(async () => expect(await connections()).toBe(0));
  });

  it('should trace where the environment names a collector alone', async () => {
    const plain = await openInfrastructure(settings, opening());
    expect(plain.engine.traces).toBeUndefined();
    await plain.close();
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = 'http://127.0.0.1:9';
    const traced = await openInfrastructure(settings, opening()).finally(
      () => delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'],
    );
    expect(traced.engine.traces?.begin('launch').traceparent).toMatch(/^00-/);
    await traced.close();
  });

  it.each([
    ['the secrets', { openSecrets: () => Promise.reject(new Error('no key')) }],
    [
      'the queue',
      { untilAvailable: (what, open) => (what === 'queue' ? Promise.reject(new Error('no key')) : open()) },
    ],
  ] satisfies [string, Partial<Opening<SecretBox>>][])(
    'should leave nothing open when %s cannot be opened',
    async (_, more) => {
      await expect(openInfrastructure(settings, opening(more))).rejects.toThrow('no key');
      await eventually(async () => expect(await connections()).toBe(0));
    },
  );

  it('should send what was published before it ends', async () => {
    const [first, second] = [
      await openInfrastructure(settings, opening()),
      await openInfrastructure(settings, opening()),
    ];
    await Promise.all([first.bus.ready, second.bus.ready]);
    const seen: string[] = [];
    second.bus.subscribe('opening', (payload) => seen.push(payload));
    first.bus.publish('opening', 'last words');
    await first.close();
    await eventually(() => expect(seen).toEqual(['last words']));
    await second.close();
  });
});
