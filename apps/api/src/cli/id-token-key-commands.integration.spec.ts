import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type MigratedDatabase, migratedDatabase } from '@switchyard/database/testing';
import { SecretBox } from '@switchyard/server';
import { SigningKeys } from '../runners/gateway/id-tokens/signing-keys.js';
import { apiConfigSchema } from '../platform/config.js';
import { runCli } from './run-cli.js';

describe('id-token-keys', () => {
  let database: MigratedDatabase;
  const box = new SecretBox(randomBytes(32));
  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.drop());

  async function run(command: string): Promise<string> {
    const out: string[] = [];
    const env = { SWITCHYARD_DATABASE_URL: database.url };
    const streams = { input: Readable.from(['']), print: (line: string) => void out.push(line), complain: fail };
    expect(await runCli(['id-token-keys', command], { env, ...streams })).toBe(0);
    return out.join('\n');
  }
  const fail = (line: string): void => {
    throw new Error(line);
  };
  /** Ids of the keys that a process publishes which starts now. */
  async function published(): Promise<string[]> {
    const config = apiConfigSchema.parse({ SWITCHYARD_DATABASE_URL: database.url });
    const keys = await new SigningKeys(database.dataSource, box, config).published();
    return keys.map(({ kid }) => kid);
  }

  it('should have another key made once, without the key of the secrets', async () => {
    const [first] = await published();
    expect(await run('rotate')).toContain('ten minutes later');
    const both = await published();
    expect(both).toEqual([first, expect.any(String)]);
    expect(await published()).toEqual(both);
  });

  it('should withdraw every key', async () => {
    const before = await published();
    expect(await run('revoke')).toBe(
      `Withdrew ${before.length} keys. Their tokens are refused as soon as clouds read the published keys again.`,
    );
    const after = await published();
    expect(after).toHaveLength(1);
    expect(before).not.toContain(after[0]);
  });
});
