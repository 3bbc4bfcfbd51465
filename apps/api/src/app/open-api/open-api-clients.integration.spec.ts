import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openApiDocument } from '@switchyard/server';
import { compileClient } from '@switchyard/testing';
import { newPerson } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';
import { API_DOCUMENT } from './api-document.js';

/** Ten calls by the generated types: what they take, and what they read of the answers. */
const BY_TYPES = `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

declare const process: { env: Record<string, string> };
const api = createClient<paths>({ baseUrl: process.env.ADDRESS, headers: { authorization: process.env.TOKEN } });
const seen: (string | number | boolean | undefined)[] = [];

const me = await api.GET('/api/user');
seen.push(me.data?.username);
const made = await api.POST('/api/projects', { body: { name: 'Made' } });
const projectId = made.data?.id ?? 0;
seen.push(made.data?.name);
const path = { projectId };
const key = await api.POST('/api/project/{projectId}/keys', { params: { path }, body: { name: 'k', type: 'none' } });
seen.push(key.data?.type);
const keys = await api.GET('/api/project/{projectId}/keys', { params: { path } });
seen.push(keys.data?.some(({ name }) => name === 'k'));
const one = { path: { projectId, keyId: key.data?.id ?? 0 } };
const read = await api.GET('/api/project/{projectId}/keys/{keyId}', { params: one });
seen.push(read.data?.name);
const gone = await api.DELETE('/api/project/{projectId}/keys/{keyId}', { params: one });
seen.push(gone.response.status);
const missing = await api.GET('/api/project/{projectId}/keys/{keyId}', { params: one });
seen.push(missing.error?.code);
const wrong = await api.GET('/api/project/{projectId}/tasks', { params: { path, query: { user_id: 0 } } });
seen.push(wrong.error?.issues?.[0]?.path[0]);
const tasks = await api.GET('/api/project/{projectId}/tasks', { params: { path, query: { limit: 5 } } });
seen.push(tasks.data?.length);
const info = await api.GET('/api/info');
seen.push(typeof info.data?.version);
console.log(JSON.stringify(seen));
`;

/** The same calls by generated functions. */
const BY_FUNCTIONS = `
import * as api from './api.js';

declare const process: { env: Record<string, string> };
api.defaults.baseUrl = process.env.ADDRESS;
api.defaults.headers = { authorization: process.env.TOKEN };
const seen: (string | number | boolean | undefined)[] = [];

const me = await api.currentUserControllerRead();
seen.push(me.status === 200 ? me.data.username : me.status);
const made = await api.projectsControllerCreate({ name: 'Made' });
const projectId = made.status === 201 ? made.data.id : 0;
seen.push(made.status === 201 ? made.data.name : made.status);
const key = await api.keysControllerCreate(projectId, { name: 'k', type: 'none' });
const keyId = key.status === 201 ? key.data.id : 0;
seen.push(key.status === 201 ? key.data.type : key.status);
const keys = await api.keysControllerList(projectId, {});
seen.push(keys.status === 200 && keys.data.some(({ name }) => name === 'k'));
const read = await api.keysControllerRead(projectId, keyId);
seen.push(read.status === 200 ? read.data.name : read.status);
seen.push((await api.keysControllerRemove(projectId, keyId)).status);
const missing = await api.keysControllerRead(projectId, keyId);
seen.push(missing.status === 404 ? missing.data.code : missing.status);
const wrong = await api.tasksControllerList(projectId, { userId: 0 });
seen.push(wrong.status === 400 ? wrong.data.issues?.[0]?.path[0] : wrong.status);
const tasks = await api.tasksControllerList(projectId, { limit: 5 });
seen.push(tasks.status === 200 ? tasks.data.length : tasks.status);
const info = await api.systemControllerInfo();
seen.push(info.status === 200 ? typeof info.data.version : info.status);
console.log(JSON.stringify(seen));
`;

let test: TestApp;
let document: object;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'switchyard-client-'));
  test = await startTestApp({}, async (nest) => {
    document = await openApiDocument(nest, API_DOCUMENT);
  });
});
afterAll(async () => {
  await test.close();
  await rm(directory, { recursive: true, force: true });
});

describe('the OpenAPI document for its readers', () => {
  it.each([
    ['types', BY_TYPES],
    ['functions', BY_FUNCTIONS],
  ] as const)(
    'should make a client of %s that compiles and calls the api',
    async (by, program) => {
      const { user, client } = await newPerson(test, { admin: true });
      const { id } = (await client.post('/api/user/tokens', {})).json<{ id: string }>();
      const file = await compileClient(join(directory, by), document, { by, program });
      const env = { ...process.env, ADDRESS: test.address, TOKEN: `Bearer ${id}`, NODE_OPTIONS: '' };
      const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
      const called = [user.username, 'Made', 'none', true, 'k', 204, 'not_found', 'user_id', 0, 'string'];
      expect(JSON.parse(stdout)).toEqual(called);
    },
    120_000,
  );
});
