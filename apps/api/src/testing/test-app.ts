import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { migratedDatabase } from '@switchyard/database/testing';
import { createLogger } from '@switchyard/server';
import { freePort } from '@switchyard/testing';
import type { DataSource } from 'typeorm';
import { apiConfigSchema, type ApiConfig } from '../platform/config.js';
import { createApp } from '../app/create-app.js';
import { ResponseConformance } from './response-conformance.js';

type Settings = Record<string, string>;

/** The whole app on a database of its own. */
export interface TestApp {
  app: NestFastifyApplication;
  /** Where it listens. */
  address: string;
  /** For preparing and inspecting rows; not the app's own pool. */
  dataSource: DataSource;
  config: ApiConfig;
  /** Conformance of the answers to the OpenAPI document; `close` fails when some did not fit. */
  conformance: ResponseConformance;
  /** Everything the app has logged. */
  logged(): string;
  close(): Promise<void>;
}

/**
 * Starts the app on a free port.
 * @param settings may depend on the address where it listens
 * @param prepare is called before it listens
 */
export async function startTestApp(
  settings: Settings | ((address: string) => Settings) = {},
  prepare: (app: NestFastifyApplication) => Promise<void> = () => Promise.resolve(),
): Promise<TestApp> {
  const database = await migratedDatabase(4);
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-api-'));
  const port = typeof settings === 'function' ? await freePort() : 0;
  const texts = {
    SWITCHYARD_DATABASE_URL: database.url,
    SWITCHYARD_DATA_DIR: dataDir,
    SWITCHYARD_SECRET_KEY: randomBytes(32).toString('base64'),
    SWITCHYARD_CONSOLE_DIR: join(dataDir, 'no-console'),
    SWITCHYARD_DOCS_DIR: join(dataDir, 'no-docs'),
    ...(typeof settings === 'function' ? settings(`http://127.0.0.1:${port}`) : settings),
  };
  const config = apiConfigSchema.parse(texts);
  const lines: string[] = [];
  const logger = createLogger({ name: 'api', level: 'trace', destination: { write: (line) => void lines.push(line) } });
  const app = await createApp(config, logger, { texts, sources: {}, faults: [] });
  const conformance = new ResponseConformance();
  conformance.watch(app);
  await prepare(app);
  await app.listen(port, '127.0.0.1');
  return {
    app,
    address: await app.getUrl(),
    config,
    conformance,
    dataSource: database.dataSource,
    logged: () => lines.join(''),
    async close() {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      assert.deepEqual(conformance.faults, [], 'answers that do not fit the OpenAPI document');
    },
  };
}
