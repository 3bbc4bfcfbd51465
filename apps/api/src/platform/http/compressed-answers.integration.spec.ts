import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newProject } from '@switchyard/database/testing';
import { Client, newAccount, signIn } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

const MEMBERS = 200;
let test: TestApp;
let admin: Client;

beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, await newAccount(test, { admin: true }));
  for (let i = 0; i < MEMBERS; i += 1) {
    await newProject(test.dataSource, { name: `Project ${i}` });
  }
});
afterAll(() => test.close());

const projects = (accepted: string) => admin.with({ 'accept-encoding': accepted }).download('/api/projects');

describe('answers of the API', () => {
  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('should be compressed for a client that accepts %s', async (accepted, encoding, decompress) => {
    const { headers, bytes } = await projects(accepted);
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(JSON.parse(decompress(bytes).toString('utf8'))).toHaveLength(MEMBERS);
  });

  it('should be compressed as a whole, so that their length is known, where they are lists', async () => {
    const { headers, bytes } = await projects('gzip');
    expect(gunzipSync(bytes).length).toBeGreaterThan(30_000);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(bytes.length) });
  });

  it('should be plain for a client that accepts no encoding, as runners do', async () => {
    const { headers, bytes } = await projects('identity');
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(bytes.toString('utf8'))).toHaveLength(MEMBERS);
  });

  it('should be plain where compression saves nothing', async () => {
    const { headers } = await admin.with({ 'accept-encoding': 'br' }).download('/api/ping');
    expect(headers).not.toHaveProperty('content-encoding');
  });
});
