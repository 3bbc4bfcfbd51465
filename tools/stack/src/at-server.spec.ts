import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StackSettings } from './supervisor/settings.js';

/** Stands in for the commands of the api: writes down what it was started with, and ends with 3. */
const CLI = `const { writeFileSync } = require('node:fs');
writeFileSync(process.env.WRITTEN_DOWN, JSON.stringify({ args: process.argv.slice(2), env: process.env }));
process.exit(3);`;

let root: string;
let runDoctor: typeof import('./at-server.js').runDoctor;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'switchyard-at-server-'));
  await mkdir(join(root, 'apps/api/dist'), { recursive: true });
  await writeFile(join(root, 'apps/api/dist/cli.js'), CLI);
  Object.assign(process.env, {
    SWITCHYARD_STACK_ROOT: root,
    SWITCHYARD_PORT: '3999',
    WRITTEN_DOWN: join(root, 'written.json'),
  });
  ({ runDoctor } = await import('./at-server.js'));
});
afterAll(async () => {
  ['SWITCHYARD_STACK_ROOT', 'SWITCHYARD_PORT', 'SWITCHYARD_DATABASE_URL', 'WRITTEN_DOWN'].forEach((name) => {
    delete process.env[name];
  });
  await rm(root, { recursive: true });
});

const settings = (part: Partial<StackSettings> = {}): StackSettings => ({
  port: 3_999,
  host: '127.0.0.1',
  webHost: undefined,
  dataDir: join(root, 'data'),
  runners: 1,
  graceMs: 1_000,
  databaseUrl: undefined,
  taskUsers: undefined,
  taskDir: join(root, 'tasks'),
  texts: {},
  environment: {},
  ...part,
});
const written = async () =>
  JSON.parse(await readFile(join(root, 'written.json'), 'utf8')) as { args: string[]; env: Record<string, string> };

describe('the doctor behind npm run', () => {
  it('should get settings as they were given, also where there is no database yet', async () => {
    expect(await runDoctor(settings(), ['--bundle', 'support.json'], false)).toBe(3);
    const { args, env } = await written();
    expect(args).toEqual(['doctor', '--bundle', 'support.json']);
    expect(env).toMatchObject({ SWITCHYARD_PORT: '3999', SWITCHYARD_DATA_DIR: join(root, 'data') });
    expect(env).not.toHaveProperty('SWITCHYARD_DATABASE_URL');
    expect(env).not.toHaveProperty('SWITCHYARD_SETTINGS_FD');
  });

  it('should start no database beside one that is named', async () => {
    process.env.SWITCHYARD_DATABASE_URL = 'postgres://db.example/switchyard';
    const databaseUrl = process.env.SWITCHYARD_DATABASE_URL;
    expect(await runDoctor(settings({ databaseUrl }), [], true)).toBe(3);
    expect((await written()).env).toMatchObject({ SWITCHYARD_DATABASE_URL: databaseUrl });
  });
});
