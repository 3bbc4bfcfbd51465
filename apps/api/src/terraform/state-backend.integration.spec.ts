import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { TerraformState, TerraformStateContent } from '@switchyard/contracts';
import type { Engine } from '@switchyard/engine';
import { BlobMissingError, BlobStoreAwayError } from '@switchyard/server';
import { eventually } from '@switchyard/testing';
import { DataSource } from 'typeorm';
import { ENGINE } from '../platform/infrastructure/tokens.js';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';
import {
  callBackend,
  LOGIN,
  lockInfo,
  md5Of,
  addressed,
  newWorkspace,
  stateText,
  type StateAnswer,
  type TestWorkspace,
} from '../testing/state-backend.js';
import { holdWorkspace } from './state/state.repository.js';

const AUTHORIZATION = `Basic ${Buffer.from(`${LOGIN.login}:${LOGIN.password}`).toString('base64')}`;

let test: ProjectFixture;
beforeAll(async () => {
  test = await startProjectFixture();
});
afterAll(() => test.close());

const send = (method: string, path: string, sent: Parameters<typeof callBackend>[3] = {}): Promise<StateAnswer> =>
  callBackend(test.address, method, path, sent);
const write = (path: string, body: string | Buffer, headers = {}): Promise<StateAnswer> =>
  send('POST', path, { body, headers });
const codeOf = (answer: StateAnswer): unknown[] => [
  answer.status,
  answer.bytes.length === 0 ? '' : answer.json<{ code?: string }>().code,
];
const versions = async ({ inventoryId }: TestWorkspace): Promise<TerraformState[]> =>
  (await test.manager.get(`${test.base}/inventory/${inventoryId}/terraform/states`)).json<TerraformState[]>();
const differences = async (at: TestWorkspace): Promise<unknown[]> => {
  const found = [];
  for (const { id } of await versions(at)) {
    const read = await test.manager.get(`${test.base}/inventory/${at.inventoryId}/terraform/states/${id}`);
    found.push(read.json<TerraformStateContent>().difference);
  }
  return found;
};
/** The last records of the project in the audit, newest first. */
const audited = (count: number): Promise<unknown[]> =>
  test.dataSource.query<unknown[]>(
    'select action, outcome, object_id as "objectId" from audit where project_id = $1 order by id desc limit $2',
    [test.projectId, count],
  );
const blobs = async (): Promise<number> =>
  Number((await test.dataSource.query<{ n: string }[]>('select count(*) as n from blob'))[0]?.n);

describe('a state', () => {
  it('should be answered byte for byte, its versions with what changed, and none before the first', async () => {
    const at = await newWorkspace(test);
    expect((await send('GET', at.path)).status).toBe(404);
    const [one, two] = [stateText(1, { a: { x: 1 }, b: {} }), stateText(2, { a: { x: 2 }, c: {}, d: {} })];
    for (const text of [one, two]) {
      expect((await write(at.path, text, { 'content-md5': md5Of(text) })).status).toBe(200);
    }
    const read = await send('GET', at.path);
    expect([read.status, read.bytes.toString(), read.headers['content-md5']]).toEqual([200, two, md5Of(two)]);
    expect(await versions(at)).toMatchObject([
      { serial: 2, lineage: 'line', size: two.length, current: true, added: 2, changed: 1, removed: 1, author: null },
      { serial: 1, current: false, added: 2, changed: 0, removed: 0, task_id: null },
    ]);
    expect(await differences(at)).toEqual([
      {
        against: 1,
        added: ['terraform_data.c', 'terraform_data.d'],
        changed: ['terraform_data.a'],
        removed: ['terraform_data.b'],
      },
      null,
    ]);
    const rows = await test.dataSource.query<{ data: Buffer }[]>('select data from blob_chunk');
    expect(rows.some(({ data }) => data.includes('lineage'))).toBe(false);
  });

  it('should be taken once when it is sent again, and refused when it may not follow', async () => {
    const at = await newWorkspace(test);
    const [first, before] = [stateText(5, { a: {} }), await blobs()];
    expect([(await write(at.path, first)).status, (await write(at.path, first)).status]).toEqual([200, 200]);
    expect(codeOf(await write(at.path, stateText(5, { b: {} })))).toEqual([409, 'state_serial_old']);
    expect(codeOf(await write(at.path, stateText(4)))).toEqual([409, 'state_serial_old']);
    expect(codeOf(await write(at.path, stateText(9, {}, 'other')))).toEqual([409, 'state_lineage_other']);
    expect((await write(`${at.path}?force=true`, stateText(1, {}, 'other'))).status).toBe(200);
    expect((await versions(at)).map(({ serial }) => serial)).toEqual([1, 5]);
    expect(await blobs()).toBe(before + 2);
  });

  it.each([
    ['no JSON', 'hello', 'state_json'],
    ['cut off', stateText(1, { a: { x: 'y' } }).slice(0, -9), 'state_json'],
    ['two texts', `${stateText(1)}${stateText(2)}`, 'state_json'],
    ['empty', '', 'state_json'],
    ['without serial', '{"lineage":"l"}', 'state_serial'],
    ['with a serial that is no number', '{"lineage":"l","serial":"7"}', 'state_serial'],
    ['with a serial in another place', '{"lineage":"l","a":{"serial":7}}', 'state_serial'],
    ['without lineage', '{"serial":3}', 'state_lineage'],
  ])('should be refused and leave nothing when it is %s', async (_, text, code) => {
    const at = await newWorkspace(test);
    await write(at.path, stateText(1));
    const before = await blobs();
    expect(codeOf(await write(at.path, text))).toEqual([400, code]);
    expect([(await send('GET', at.path)).bytes.toString(), await blobs()]).toEqual([stateText(1), before]);
  });

  it('should leave room for the serials of later writes', async () => {
    const at = await newWorkspace(test);
    expect(codeOf(await write(at.path, stateText(Number.MAX_SAFE_INTEGER)))).toEqual([409, 'state_serial_jump']);
    expect(codeOf(await write(`${at.path}?force=true`, stateText(2 ** 48 + 1)))).toEqual([409, 'state_serial_jump']);
    expect((await write(`${at.path}?force=true`, stateText(2 ** 48))).status).toBe(200);
    expect((await write(at.path, stateText(2 ** 48 + 1))).status).toBe(200);
  });

  it('should be asked for again, not refused, when the connection to the database is lost while it comes in', async () => {
    const at = await newWorkspace(test);
    const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    const put = jest.spyOn(test.app.get<Engine>(ENGINE).blobs, 'put').mockRejectedValueOnce(lost);
    expect(codeOf(await write(at.path, stateText(1)))).toEqual([503, 'database_away']);
    put.mockRestore();
    expect((await write(at.path, stateText(1))).status).toBe(200);
  });

  it('should never look as if there were none when its content is missing, or the store is away', async () => {
    const at = await newWorkspace(test);
    await write(at.path, stateText(1));
    const get = jest.spyOn(test.app.get<Engine>(ENGINE).blobs, 'get');
    for (const [error, answer] of [
      [new BlobMissingError('x'), [502, 'state_missing']],
      [new BlobStoreAwayError('There is no bucket', false), [503, 'blob_store_away']],
    ] as const) {
      get.mockReturnValueOnce({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) });
      expect(codeOf(await send('GET', at.path))).toEqual(answer);
    }
    get.mockRestore();
    expect((await send('GET', at.path)).bytes.toString()).toBe(stateText(1));
  });

  it('should be refused when it does not fit its MD5, or is larger than 64 MiB', async () => {
    const at = await newWorkspace(test);
    const text = stateText(1);
    expect(codeOf(await write(at.path, text, { 'content-md5': md5Of('x') }))).toEqual([400, 'state_md5']);
    expect(codeOf(await write(at.path, '{', { 'content-length': '67108865' }))).toEqual([413, 'body_too_large']);
    expect((await send('GET', at.path)).status).toBe(404);
  });

  it('should be refused when it comes in chunks that are more than 64 MiB, before their end', async () => {
    const at = await newWorkspace(test);
    const before = await blobs();
    const call = request(new URL(at.path, test.address), { method: 'POST', headers: { authorization: AUTHORIZATION } });
    const answered = once(call, 'response');
    call.write('{"serial":1,"lineage":"');
    const part = Buffer.alloc(1_048_576, 'x');
    for (let sent = 0; sent < 65; sent++) {
      await (call.write(part) || once(call, 'drain'));
    }
    const [answer] = (await answered) as [IncomingMessage];
    const { code } = JSON.parse((await buffer(answer)).toString()) as { code: string };
    expect([answer.statusCode, code]).toEqual([413, 'body_too_large']);
    expect([await blobs(), (await send('GET', at.path)).status]).toEqual([before, 404]);
    call.destroy();
  });

  it('should stay what it was when the sender breaks off', async () => {
    const at = await newWorkspace(test);
    await write(at.path, stateText(1));
    const before = await blobs();
    const text = stateText(2, { a: { x: randomBytes(2_250_000).toString('base64') } });
    const headers = { authorization: AUTHORIZATION, 'content-length': String(text.length) };
    const call = request(new URL(at.path, test.address), { method: 'POST', headers }).on('error', () => undefined);
    call.write(text.slice(0, 2_000_000));
    await eventually(async () => expect(await blobs()).toBe(before + 1));
    call.destroy();
    await eventually(async () => expect(await blobs()).toBe(before));
    expect((await send('GET', at.path)).bytes.toString()).toBe(stateText(1));
    expect(test.logged()).not.toMatch(/"level":"(error|fatal)"/);
  });

  it('should be whole when its commit was not answered', async () => {
    const at = await newWorkspace(test);
    await write(at.path, stateText(1));
    const source = test.app.get(DataSource, { strict: false });
    const commit = source.transaction.bind(source) as (...call: unknown[]) => Promise<unknown>;
    jest.spyOn(source, 'transaction').mockImplementationOnce(async (...work) => {
      await commit(...work);
      throw new Error('the connection was lost');
    });
    expect((await write(at.path, stateText(2))).status).toBe(500);
    expect((await send('GET', at.path)).bytes.toString()).toBe(stateText(2));
    expect((await write(at.path, stateText(2))).status).toBe(200);
  });

  it('should be gone after DELETE, and can be restored by owners under the next serial', async () => {
    const at = await newWorkspace(test);
    await write(at.path, stateText(7, { a: { x: 1 } }));
    await write(at.path, stateText(8));
    const states = `${test.base}/inventory/${at.inventoryId}/terraform/states`;
    const [current, old] = await versions(at);
    expect((await test.manager.delete(`${states}/${current?.id}`)).text).toContain('state_current');
    expect((await send('DELETE', at.path)).status).toBe(200);
    expect((await send('GET', at.path)).status).toBe(404);
    expect((await test.manager.get(`${states}/latest`)).status).toBe(404);
    expect((await test.manager.post(`${states}/${old?.id}/restore`)).status).toBe(403);
    expect((await test.owner.post(`${states}/${old?.id}/restore`)).status).toBe(204);
    expect(await audited(2)).toEqual([
      { action: 'terraform-states.restore', outcome: 'done', objectId: String(old?.id) },
      { action: 'terraform-states.restore', outcome: 'refused', objectId: String(old?.id) },
    ]);
    expect((await send('GET', at.path)).bytes.toString()).toBe(stateText(8, { a: { x: 1 } }));
    expect((await test.manager.delete(`${states}/${old?.id}`)).status).toBe(204);
    const latest = (await test.manager.get(`${states}/latest`)).json<TerraformStateContent>();
    expect(latest).toMatchObject({ serial: 8, current: true, author: expect.any(String) });
  });

  it('should be shown without its sensitive values, and whole to who may ask, which is recorded', async () => {
    const at = await newWorkspace(test);
    const state = JSON.parse(stateText(1, { a: { shown: 'yes', pin: 'canary-1', db_password: 'canary-2' } }));
    state.resources[0].instances[0].sensitive_attributes = [[{ type: 'get_attr', value: 'pin' }]];
    state.outputs = { out: { value: 'canary-3', type: 'string', sensitive: true } };
    const text = JSON.stringify(state);
    await write(at.path, text);
    const path = `${test.base}/inventory/${at.inventoryId}/terraform/states/${(await versions(at))[0]?.id}`;
    const shown = (await test.manager.get(path)).json<TerraformStateContent>().state;
    expect([shown.includes('canary'), shown.includes('yes')]).toEqual([false, true]);
    const whole = await test.manager.post(`${path}/content`);
    expect([whole.status, whole.text]).toEqual([200, text]);
    expect(await audited(1)).toMatchObject([{ action: 'terraform-states.content', outcome: 'done' }]);
  });
});

describe('a lock', () => {
  it('should have one holder, however many ask at once, and show it to the others', async () => {
    const at = await newWorkspace(test);
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const answers = await Promise.all(ids.map((id) => send('LOCK', at.path, { body: lockInfo(id, id) })));
    const held = ids.filter((_, n) => answers[n]?.status === 200);
    expect(held).toHaveLength(1);
    const others = answers
      .filter(({ status }) => status === 423)
      .map((each) => each.json<{ ID: string; Who: string }>());
    expect(others).toHaveLength(19);
    expect(new Set(others.flatMap(({ ID, Who }) => [ID, Who]))).toEqual(new Set(held));
  });

  it('should be taken again by its holder, bind writes, and be given back by its id alone', async () => {
    const at = await newWorkspace(test);
    for (const status of [200, 200]) {
      expect((await send('POST', `${at.path}/lock`, { body: lockInfo('one') })).status).toBe(status);
    }
    expect(codeOf(await write(at.path, stateText(1)))).toEqual([409, 'state_locked']);
    expect(codeOf(await write(`${at.path}?ID=two`, stateText(1)))).toEqual([409, 'state_locked']);
    expect((await write(`${at.path}?ID=one`, stateText(1))).status).toBe(200);
    expect(codeOf(await send('UNLOCK', at.path, { body: lockInfo('two') }))).toEqual([409, 'state_locked']);
    expect((await send('DELETE', `${at.path}/lock`, { body: lockInfo('one') })).status).toBe(200);
    expect(codeOf(await write(`${at.path}?ID=one`, stateText(2)))).toEqual([409, 'state_unlocked']);
  });

  it('should keep a delete away that does not name it', async () => {
    const at = await newWorkspace(test);
    await write(at.path, stateText(1));
    await send('LOCK', at.path, { body: lockInfo('one') });
    expect(codeOf(await send('DELETE', at.path))).toEqual([423, 'state_locked']);
    expect((await send('DELETE', `${at.path}?ID=one`)).status).toBe(200);
  });

  it('should show control characters of its sender as their code points', async () => {
    const at = await newWorkspace(test);
    const sent = JSON.parse(lockInfo('one')) as Record<string, string>;
    await send('LOCK', at.path, { body: JSON.stringify({ ...sent, Who: 'ann\u001b[2J', Info: '\u202eabc' }) });
    const answer = await send('LOCK', at.path, { body: lockInfo('two') });
    expect(answer.json()).toMatchObject({ ID: 'one', Who: 'ann‹U+001B›[2J', Info: '‹U+202E›abc' });
    expect((await send('LOCK', at.path, { body: lockInfo('a\u0007b') })).status).toBe(400);
  });

  it('should not be given while a write is decided, so that none comes in under it', async () => {
    const at = await newWorkspace(test);
    const waiting = async (): Promise<number> => {
      const sql = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%into terraform_lock%'`;
      return (await test.dataSource.query<unknown[]>(sql)).length;
    };
    const [answer] = await test.dataSource.transaction(async (manager) => {
      await holdWorkspace(manager, { projectId: test.projectId, inventoryId: at.inventoryId });
      const asked = send('LOCK', at.path, { body: lockInfo('one') });
      await eventually(async () => expect(await waiting()).toBe(1));
      return [asked];
    });
    expect((await answer).status).toBe(200);
  });

  it('should be freed by no other address of its workspace, whether that names it or not', async () => {
    const at = await newWorkspace(test);
    const other = await addressed(test, at.inventoryId);
    await send('LOCK', at.path, { body: lockInfo('one') });
    for (const body of ['', lockInfo('one')]) {
      expect(codeOf(await send('UNLOCK', other.path, { body }))).toEqual([409, 'state_locked']);
    }
    expect((await test.manager.get(`${test.base}/inventory/${at.inventoryId}/terraform/lock`)).json()).toMatchObject({
      lock: { id: 'one' },
    });
    const aliases = `${test.base}/inventory/${at.inventoryId}/terraform/aliases`;
    expect((await test.manager.delete(`${aliases}/${at.alias.id}`)).status).toBe(204);
    expect((await send('UNLOCK', other.path)).status).toBe(200);
  });

  it('should be freed by owners, and by an unlock without an id', async () => {
    const at = await newWorkspace(test);
    const lock = `${test.base}/inventory/${at.inventoryId}/terraform/lock`;
    await send('LOCK', at.path, { body: lockInfo('one') });
    expect((await test.manager.get(lock)).json()).toMatchObject({ lock: { id: 'one', who: 'ann@laptop' } });
    expect((await test.manager.delete(lock)).status).toBe(403);
    expect((await test.owner.delete(lock)).status).toBe(204);
    expect(await audited(2)).toMatchObject([
      { action: 'terraform-states.unlock', outcome: 'done' },
      { action: 'terraform-states.unlock', outcome: 'refused' },
    ]);
    expect((await test.manager.get(lock)).json()).toEqual({ lock: null });
    await send('LOCK', at.path, { body: lockInfo('two') });
    expect((await send('UNLOCK', at.path)).status).toBe(200);
    expect((await send('LOCK', at.path, { body: lockInfo('three') })).status).toBe(200);
  });
});

describe('the address', () => {
  it('should take its own login and password alone', async () => {
    const [one, two] = [await newWorkspace(test), await newWorkspace(test)];
    await write(two.path, stateText(1));
    const key = { name: 'other', type: 'login_password', login_password: { login: 'x', password: 'y' } };
    const { id: auth_key_id } = (await test.manager.post(`${test.base}/keys`, key)).json<{ id: number }>();
    const alias = `${test.base}/inventory/${one.inventoryId}/terraform/aliases/${one.alias.id}`;
    expect((await test.manager.put(alias, { auth_key_id })).status).toBe(204);
    const other = { login: 'x', password: 'y' };
    const answers = [
      await send('GET', one.path),
      await send('GET', two.path, { login: other }),
      await send('GET', '/api/terraform/unknown'),
      await send('GET', two.path, { headers: { authorization: '' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect((await send('GET', one.path, { login: other })).status).toBe(404);
    expect((await test.manager.delete(alias)).status).toBe(204);
  });

  it('should refuse tries after too many wrong ones, also the right one among them', async () => {
    const at = await newWorkspace(test);
    expect((await send('GET', at.path)).status).toBe(404);
    const wrong = await Promise.all(
      Array.from({ length: 15 }, (_, n) => send('GET', at.path, { login: { login: 'terraform', password: `${n}` } })),
    );
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect((await send('GET', at.path)).status).toBe(429);
  });

  it('should take no password that its key no longer has', async () => {
    const at = await newWorkspace(test);
    expect((await send('GET', at.path)).status).toBe(404);
    const key = `${test.base}/keys/${at.alias.auth_key_id}`;
    const login_password = { login: 'terraform', password: 'another horse' };
    const body = { name: 'backend', type: 'login_password', override_secret: true, login_password };
    expect((await test.manager.put(key, body)).status).toBe(204);
    await eventually(async () => expect((await send('GET', at.path)).status).toBe(401));
    expect((await send('GET', at.path, { login: login_password })).status).toBe(404);
  });

  it.each([[{}], [{ auth_key_id: null }], [{ auth_key_id: 0 }]])('should need a key: %j', async (body) => {
    const at = await newWorkspace(test);
    const answer = await test.manager.post(`${test.base}/inventory/${at.inventoryId}/terraform/aliases`, body);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('auth_key_id')]);
  });

  it('should not be found by way of another project', async () => {
    const at = await newWorkspace(test);
    const paths = ['terraform/aliases', `terraform/aliases/${at.alias.id}`, 'terraform/states', 'terraform/lock'];
    for (const path of paths) {
      expect((await test.manager.get(`${test.base}/inventory/${test.foreign.inventoryId}/${path}`)).status).toBe(404);
    }
  });

  it('should keep its key, which names the workspace as what needs it', async () => {
    const at = await newWorkspace(test);
    const key = `${test.base}/keys/${at.alias.auth_key_id}`;
    expect((await test.manager.delete(key)).json()).toMatchObject({ inUse: true });
    expect((await test.manager.get(`${key}/refs`)).json()).toMatchObject({ inventories: [{ id: at.inventoryId }] });
  });

  it('should need a key with login and password', async () => {
    const at = await newWorkspace(test);
    const { id } = (await test.manager.post(`${test.base}/keys`, { name: 'n', type: 'none' })).json<{ id: number }>();
    const answer = await test.manager.post(`${test.base}/inventory/${at.inventoryId}/terraform/aliases`, {
      auth_key_id: id,
    });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('not_login_password')]);
  });
});
