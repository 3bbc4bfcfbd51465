import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Integration,
  type IntegrationAlias,
  type IntegrationAnswer,
  type IntegrationDelivery,
  type Key,
  senderPreset,
  type TaskWithTemplate,
} from '@switchyard/contracts';
import { Task, type Template } from '@switchyard/database';
import { newTemplate } from '@switchyard/database/testing';
import { Client, signInAs } from '../../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import {
  azurePush,
  COMMIT_SHOWN,
  githubPush,
  LOGIN,
  PUSHED,
  type SentWebhook,
  standardHeaders,
  WEBHOOKS,
} from '../../testing/webhook-senders.js';

const SECRET = 'canary-it-is-secret';
let test: ProjectFixture;
let anybody: Client;
let template: Template;
let keyId: number;

beforeAll(async () => {
  test = await startProjectFixture({
    SWITCHYARD_WEBHOOKS_PER_MINUTE: '40',
    SWITCHYARD_WEB_HOST: 'https://yard.example',
  });
  anybody = new Client(test.address);
  template = await newTemplate(test.dataSource, { projectId: test.projectId, allowOverrideBranchInTask: true });
  const key = await test.manager.post(`${test.base}/keys`, {
    name: 'k',
    type: 'login_password',
    login_password: { login: LOGIN, password: SECRET },
  });
  keyId = key.json<Key>().id;
});
afterAll(() => test.close());

/** An integration with an address of its own, or one of the project when it is searchable. */
interface Made {
  id: number;
  path: string;
  address: string;
}

async function integration(part: object = {}): Promise<Made> {
  const auth = 'auth_method' in part ? { auth_secret_id: keyId } : {};
  const body = { name: 'I', template_id: template.id, ...auth, ...part };
  const answer = await test.manager.post(`${test.base}/integrations`, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  const { id, searchable } = answer.json<Integration>();
  const path = `${test.base}/integrations/${id}`;
  const alias = await test.manager.post(`${searchable ? `${test.base}/integrations` : path}/aliases`);
  return { id, path, address: new URL(alias.json<IntegrationAlias>().url).pathname };
}

const add = async (path: string, body: object): Promise<void> => {
  expect((await test.manager.post(path, body)).status).toBeLessThan(300);
};
const extracting = (key: string, variable: string, variable_type = 'task') => ({
  name: variable,
  value_source: 'body',
  body_data_type: 'json',
  key,
  variable,
  variable_type,
});
const send = (to: Made, sent: SentWebhook, headers = sent.headers(SECRET)) =>
  anybody.with(headers).post(to.address, sent.body);
const tasksOf = (to: Made): Promise<Task[]> =>
  test.dataSource.manager.find(Task, { where: { integrationId: to.id }, order: { id: 'ASC' } });
const deliveries = async (of: Made) => (await test.manager.get(`${of.path}/deliveries`)).json<IntegrationDelivery[]>();
const last = async (of: Made) => (await deliveries(of))[0];

describe.each(WEBHOOKS.map((each) => [each.sender, each] as const))('a webhook of %s', (_, sent) => {
  it('should start a task with what was extracted, once, at the address of the project', async () => {
    const to = await integration({ ...sent.auth, searchable: true });
    await add(`${to.path}/matchers`, sent.matcher);
    await add(`${to.path}/values`, extracting(sent.extract.key, sent.extract.variable));
    const headers = sent.headers(SECRET);
    const first = await send(to, sent, headers);
    expect([first.status, first.text]).toEqual([202, expect.stringMatching(/^\{"task_ids":\[\d+\]\}$/)]);
    expect((await send(to, sent, headers)).json<IntegrationAnswer>()).toEqual(first.json<IntegrationAnswer>());
    const [task, ...others] = await tasksOf(to);
    expect(others).toEqual([]);
    const member = sent.extract.variable === 'git_branch' ? task?.gitBranch : task?.message;
    expect([member, task?.userId]).toEqual([sent.extract.value, null]);
    expect((await deliveries(to)).map(({ result }) => result)).toEqual(['duplicate', 'started']);
    expect((await send(to, sent, sent.headers('another secret'))).status).toBe(401);
    await test.manager.delete(to.path);
  });
});

describe.each([
  ['github', 'GitHub push'],
  ['gitlab', 'GitLab push'],
  ['gitea', 'Gitea push'],
  ['gogs', 'Gogs push as a form'],
  ['bitbucket', 'Bitbucket push'],
  ['azure', 'Azure DevOps push'],
] as const)('an integration that is set to pushes of %s', (preset, sender) => {
  it('should start branch and commit of a push, and of nothing else', async () => {
    const sent = WEBHOOKS.find((each) => each.sender === sender) as SentWebhook;
    const own = await newTemplate(test.dataSource, { projectId: test.projectId, allowOverrideBranchInTask: true });
    const to = await integration({ ...senderPreset(preset).auth, preset, template_id: own.id });
    expect((await send(to, sent)).status).toBe(202);
    const code = { git_branch: sent.extract.value, commit_hash: PUSHED.after };
    expect(await last(to)).toMatchObject({ result: 'started', verdicts: [{ holds: true }, { holds: true }], code });
    const [task] = await tasksOf(to);
    const shown = { message: task?.commitMessage, author: task?.commitAuthor, url: task?.commitUrl };
    expect(shown).toEqual(COMMIT_SHOWN);
    const other = {
      'content-type': 'application/json',
      'x-github-event': 'release',
      'x-gitlab-event': 'Tag Push Hook',
    };
    const trial = {
      headers: other,
      body: JSON.stringify({ ref: 'refs/tags/v1', eventType: 'git.pullrequest.created' }),
    };
    expect((await test.manager.post(`${to.path}/test`, trial)).json()).toMatchObject({ matches: false });
    const row = (await test.manager.get(to.path)).json<Integration>();
    expect((await test.manager.put(to.path, { ...row, preset })).status).toBe(204);
    const parts = (await test.manager.get(`${to.path}/refs`)).json<{ matchers: object[]; values: object[] }>();
    expect([parts.matchers.length, parts.values.length]).toEqual([2, 2]);
    const audits = await test.dataSource.query<object[]>(
      `select id from audit where object_type = 'integration_matcher'
        and object_id in (select id::text from integration_matcher where integration_id = $1)`,
      [to.id],
    );
    expect(audits).toHaveLength(2);
  });
});

describe('the sender of a webhook', () => {
  let to: Made;
  const body = githubPush.body;
  const signature = (algorithm = 'sha256') => createHmac(algorithm, SECRET).update(body).digest('hex');
  beforeAll(async () => {
    to = await integration({ auth_method: 'github' });
  });

  it.each([
    ['no signature', {}],
    ['an empty one', { 'x-hub-signature-256': '' }],
    ['another digest', { 'x-hub-signature-256': `sha1=${signature('sha1')}` }],
    ['upper case', { 'x-hub-signature-256': `sha256=${signature().toUpperCase()}` }],
    ['a cut one', { 'x-hub-signature-256': `sha256=${signature().slice(0, 40)}` }],
    ['a longer one', { 'x-hub-signature-256': `sha256=${signature()}0` }],
    ['no hex digits', { 'x-hub-signature-256': `sha256=${'z'.repeat(64)}` }],
    ['no prefix', { 'x-hub-signature-256': signature() }],
  ])('should be refused with %s, and the log shows it', async (_, headers) => {
    const answer = await anybody.with({ 'content-type': 'application/json', ...headers }).post(to.address, body);
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('"code":"not_signed_in"')]);
    expect(await last(to)).toMatchObject({ result: 'unauthorized', can_redeliver: false });
    expect(await tasksOf(to)).toEqual([]);
  });

  it.each([
    ['github', {}, 'sender_header_none', { header: 'X-Hub-Signature-256' }],
    ['github', { 'x-hub-signature': 'sha1=1' }, 'sender_header_other', { came: ['X-Hub-Signature'] }],
    ['github', { 'x-hub-signature-256': 'sha256=1' }, 'sender_header_wrong', { header: 'X-Hub-Signature-256' }],
    ['gitlab', { 'webhook-signature': 'v1,1' }, 'sender_header_other', { came: ['Webhook-Signature'] }],
    ['bitbucket', { authorization: 'Basic 1' }, 'sender_header_other', { header: 'X-Hub-Signature' }],
    ['basic', { 'x-gitea-signature': '1' }, 'sender_header_other', { header: 'Authorization' }],
    ['token', { 'x-gogs-signature': '1' }, 'sender_header_other', { header: 'X-Token', came: ['X-Gogs-Signature'] }],
    ['standard', { 'x-gitlab-token': '1' }, 'sender_header_other', { header: 'Webhook-Signature' }],
    ['standard', standardHeaders(SECRET, body, 1), 'sender_time', { minutes: 5 }],
    ['standard', standardHeaders('other', body), 'sender_header_wrong', { header: 'Webhook-Signature' }],
    ['hmac', { 'x-token': '1' }, 'sender_header_wrong', { header: 'X-Token' }],
  ])('should be named to people by what it sent: %s %#', async (auth_method, headers, code, params) => {
    const guarded = await integration({ auth_method, auth_header: 'X-Token' });
    const answer = await anybody.with({ 'content-type': 'application/json', ...headers }).post(guarded.address, body);
    expect([answer.status, answer.text.includes('sender_')]).toEqual([401, false]);
    expect(await last(guarded)).toMatchObject({ result: 'unauthorized', problem: { code, params } });
    await test.manager.delete(guarded.path);
  });

  it('should prove itself by a key in base64 too, as Standard Webhooks has them', async () => {
    const key = Buffer.from('24 bytes or more of noise');
    const login_password = { login: '', password: `whsec_${key.toString('base64')}` };
    const made = await test.manager.post(`${test.base}/keys`, { name: 's', type: 'login_password', login_password });
    const signed = await integration({ auth_method: 'standard' });
    const row = (await test.manager.get(signed.path)).json<Integration>();
    await test.manager.put(signed.path, { ...row, auth_secret_id: made.json<Key>().id });
    const post = (headers: object) =>
      anybody.with({ 'content-type': 'application/json', ...headers }).post(signed.address, body);
    expect((await post(standardHeaders(key, body))).status).toBe(202);
    expect((await post(standardHeaders(key, `${body} `))).status).toBe(401);
    expect((await post({ ...standardHeaders(key, body), 'webhook-id': 'other' })).status).toBe(401);
  });

  it('should name event and delivery in the body where it is Azure DevOps', async () => {
    const open = await integration();
    const sent = azurePush();
    const post = () => anybody.with({ 'content-type': 'application/json' }).post(open.address, sent.body);
    await post();
    expect(await last(open)).toMatchObject({
      event: 'git.push',
      delivery_key: (JSON.parse(sent.body) as { id: string }).id,
    });
    await post();
    expect([(await last(open))?.result, (await tasksOf(open)).length]).toEqual(['duplicate', 1]);
  });

  it('should not be anybody when the key is empty, and never gets more for a secret that is gone', async () => {
    const key = await test.manager.post(`${test.base}/keys`, { name: 'none', type: 'none' });
    const refused = await test.manager.put(to.path, {
      name: 'I',
      template_id: template.id,
      auth_method: 'github',
      auth_secret_id: key.json<Key>().id,
    });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('login and password')]);
    const without = { name: 'I', template_id: template.id, auth_method: 'token', auth_header: 'X-T' };
    expect((await test.manager.post(`${test.base}/integrations`, without)).status).toBe(400);
    await test.dataSource.query('update access_key set secret = null where id = $1', [keyId]);
    const empty = await integration({ auth_method: 'hmac', auth_header: 'X-S' });
    const forged = createHmac('sha256', '').update(body).digest('hex');
    expect((await anybody.with({ 'x-s': forged }).post(empty.address, body)).status).toBe(401);
    await test.manager.put(`${test.base}/keys/${keyId}`, {
      id: keyId,
      name: 'k',
      type: 'login_password',
      login_password: { login: LOGIN, password: SECRET },
      override_secret: true,
    });
  });
});

describe('a webhook', () => {
  let open: Made;
  const json = { 'content-type': 'application/json' };
  beforeEach(async () => {
    open = await integration();
  });

  it.each([
    ['a form without payload', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=%7B%7D&npayload=1', 415],
    ['a form that is none', { 'content-type': 'application/x-www-form-urlencoded' }, 'payload=%7', 415],
    ['a form of no JSON', { 'content-type': 'application/x-www-form-urlencoded' }, 'payload=x', 400],
    ['a file', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--', 415],
    ['no type', {}, '{}', 415],
    ['compressed JSON', { ...json, 'content-encoding': 'gzip' }, '{}', 415],
    ['what is no JSON', json, '{"a":', 400],
    ['what is no XML', { 'content-type': 'application/xml' }, '<a>', 400],
    ['JSON of 10,000 levels', json, '['.repeat(10_000) + ']'.repeat(10_000), 400],
    ['a name of every object', json, '{"__proto__":{"a":1}}', 400],
  ])('should be refused as %s', async (_, headers, body, status) => {
    expect((await anybody.with(headers).post(open.address, body)).status).toBe(status);
    expect(await last(open)).toMatchObject({ result: 'unreadable', problem: { code: expect.any(String) } });
    expect(await tasksOf(open)).toEqual([]);
  });

  it('should be delivered again as the form that it was', async () => {
    await add(`${open.path}/values`, extracting('note', 'message'));
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    await anybody.with(headers).post(open.address, 'x=1&payload=%7B%22note%22%3A%22a+b%2Bc%22%7D');
    const again = await test.manager.post(`${open.path}/deliveries/${(await last(open))?.id}/redeliver`);
    expect(again.json()).toMatchObject({ result: 'started', extracted: [{ value: 'a b+c' }] });
    expect((await tasksOf(open)).map(({ message }) => message)).toEqual(['a b+c', 'a b+c']);
  });

  it('should be refused when it is no UTF-8, or 20 MB', async () => {
    const answer = await fetch(test.address + open.address, {
      method: 'POST',
      headers: json,
      body: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    });
    expect(answer.status).toBe(400);
    expect((await anybody.with(json).post(open.address, `"${'x'.repeat(20 * 1024 * 1024)}"`)).status).toBe(413);
    const large = `"${'x'.repeat(3 * 1024 * 1024)}"`;
    expect((await anybody.with(json).post(open.address, large)).status).toBe(202);
    expect(await last(open)).toMatchObject({ result: 'started', can_redeliver: false, size: large.length });
  });

  it('should be answered the same at an address that is unknown or was of a deleted integration, and by a wrong secret', async () => {
    const post = async (address: string) => {
      const { status, text, headers } = await anybody.with(json).post(address, '{}');
      return [status, text, headers['www-authenticate'], headers['content-type']];
    };
    const guarded = await integration({ auth_method: 'github' });
    const wrong = await post(guarded.address);
    expect(wrong.slice(0, 2)).toEqual([401, expect.stringContaining('"code":"not_signed_in"')]);
    expect(await post('/api/integrations/0123456789abcdef')).toEqual(wrong);
    expect((await post(open.address))[0]).toBe(202);
    await test.manager.delete(open.path);
    expect(await post(open.address)).toEqual(wrong);
  });

  it('should be answered 204 where the integration is set to, and start its task', async () => {
    const silent = await integration({ empty_answer: true });
    const answer = await anybody.with(json).post(silent.address, '{}');
    expect([answer.status, answer.text, (await tasksOf(silent)).length]).toEqual([204, '', 1]);
  });

  it('should be refused when too many come from one network, with the time to wait', async () => {
    const to = await integration({ auth_method: 'token', auth_header: 'X-T' });
    const knocks = Array.from({ length: 45 }, () => anybody.with({ ...json, 'x-t': 'guess' }).post(to.address, '{}'));
    const statuses = (await Promise.all(knocks)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const refused = knocks[statuses.lastIndexOf(429)];
    expect(Number((await refused)?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await deliveries(to)).length).toBeLessThan(15);
  });

  it('should start one task for many that come at once with one delivery id', async () => {
    const headers = { ...json, 'x-github-delivery': randomUUID() };
    const sent = Array.from({ length: 10 }, () => anybody.with(headers).post(open.address, '{}'));
    const answers = (await Promise.all(sent)).map((each) => each.json<IntegrationAnswer>());
    const tasks = await tasksOf(open);
    expect(tasks).toHaveLength(1);
    expect(answers).toEqual(Array(10).fill({ task_ids: [tasks[0]?.id] }));
  });
});

describe('matchers and values', () => {
  const json = { 'content-type': 'application/json', 'x-event': 'push' };
  const matcher = (part: object) => ({
    name: 'm',
    match_type: 'body',
    body_data_type: 'json',
    key: 'ref',
    method: 'equals',
    value: 'main',
    ...part,
  });

  it('should all hold for an address of the project, and the log shows what each compared', async () => {
    const to = await integration({ searchable: true });
    await add(`${to.path}/matchers`, matcher({ name: 'ref' }));
    await add(`${to.path}/matchers`, matcher({ name: 'event', match_type: 'header', key: 'X-Event', value: 'push' }));
    await add(`${to.path}/matchers`, matcher({ name: 'not', key: 'a.b[1].c', method: 'unequals', value: '1' }));
    await add(`${to.path}/matchers`, matcher({ name: 'text', body_data_type: 'string', key: '', method: 'contains' }));
    const answered = async (body: object) =>
      (await anybody.with(json).post(to.address, JSON.stringify(body))).json<IntegrationAnswer>().task_ids.length;
    expect(await answered({ ref: 'main', a: { b: [0, { c: 2 }] } })).toBe(1);
    expect(await answered({ ref: 'main', a: { b: [0, { c: 1 }] } })).toBe(0);
    expect(await last(to)).toMatchObject({
      result: 'not_matched',
      searched: true,
      verdicts: [
        { name: 'ref', compared: 'main', holds: true },
        { name: 'event', compared: 'push', holds: true },
        { name: 'not', compared: '1', holds: false },
        { name: 'text', holds: true },
      ],
    });
    expect(await answered({ ref: 'main' })).toBe(1);
    await test.manager.delete(to.path);
  });

  it('should hold at its own address too, unless it was made when they did not', async () => {
    const to = await integration();
    const post = async (ref: string, headers = json) =>
      (await anybody.with(headers).post(to.address, JSON.stringify({ ref }))).json<IntegrationAnswer>().task_ids.length;
    expect(await post('other')).toBe(1);
    await add(`${to.path}/matchers`, matcher({}));
    expect([await post('other'), await post('main')]).toEqual([0, 1]);
    const row = (await test.manager.get(to.path)).json<Integration>();
    await test.manager.put(to.path, { ...row, ignores_matchers: true });
    expect(await post('other')).toBe(1);
    const { ignores_matchers: _, ...without } = row;
    await test.manager.put(to.path, without);
    expect(await post('other')).toBe(1);
    await test.manager.put(to.path, { ...row, ignores_matchers: false });
    expect(await post('other')).toBe(0);
  });

  it('should not be asked about a ping, which starts nothing', async () => {
    const to = await integration();
    const answer = await anybody.with({ ...json, 'x-github-event': 'ping' }).post(to.address, '{"zen":"z"}');
    expect([answer.status, answer.json<IntegrationAnswer>().task_ids]).toEqual([202, []]);
    expect(await last(to)).toMatchObject({ result: 'not_matched', problem: { code: 'webhook_ping' } });
  });

  it('should read XML by the same paths, and no JSON path finds anything in it', async () => {
    const to = await integration();
    await add(`${to.path}/matchers`, matcher({ body_data_type: 'xml', key: 'push.ref', value: 'main' }));
    await add(`${to.path}/values`, { ...extracting('push.commit.[1].@id', 'message'), body_data_type: 'xml' });
    const body = '<push><ref>main</ref><commit id="1"/><commit id="2"/></push>';
    expect((await anybody.with({ 'content-type': 'text/xml; charset=utf-8' }).post(to.address, body)).status).toBe(202);
    expect(await tasksOf(to)).toMatchObject([{ message: '2' }]);
    await add(`${to.path}/matchers`, matcher({ name: 'json', key: 'push.ref', value: 'main' }));
    await anybody.with({ 'content-type': 'application/xml' }).post(to.address, body);
    expect(await last(to)).toMatchObject({ verdicts: [{ holds: true }, { holds: false, compared: null }] });
  });

  it('should never be found without a matcher, nor by what objects inherit', async () => {
    const to = await integration({ searchable: true });
    const post = () => anybody.with(json).post(to.address, '{}');
    expect((await post()).json<IntegrationAnswer>().task_ids).toEqual([]);
    await add(`${to.path}/matchers`, matcher({ key: 'constructor.name', value: 'Object' }));
    expect((await post()).json<IntegrationAnswer>().task_ids).toEqual([]);
    expect(await last(to)).toMatchObject({ verdicts: [{ compared: null, holds: false }] });
    await test.manager.delete(to.path);
  });

  it('should be held to the rules of the launch form, and the log names which one breaks them', async () => {
    const to = await integration({ task_params: { message: 'own' } });
    await add(`${to.path}/values`, extracting('branch', 'git_branch'));
    await add(`${to.path}/values`, extracting('inventory', 'inventory_id'));
    await add(`${to.path}/values`, extracting('free', 'FREE', 'environment'));
    const sent = (body: object) => anybody.with(json).post(to.address, JSON.stringify(body));
    expect((await sent({ branch: '--upload-pack=x' })).json<IntegrationAnswer>().task_ids).toEqual([]);
    expect(await last(to)).toMatchObject({ result: 'refused', issues: [{ path: ['git_branch'] }] });
    await sent({ branch: 'dev', inventory: 'web' });
    expect(await last(to)).toMatchObject({ result: 'refused', issues: [{ path: ['inventory_id'], code: 'digits' }] });
    await sent({ branch: 'dev', free: 'x' });
    const [task] = await tasksOf(to);
    const kept = { environment: '{"FREE":"x"}', trustedVariables: true };
    expect(task).toMatchObject({ gitBranch: 'dev', message: 'own', ...kept });
    expect(await last(to)).toMatchObject({ result: 'started', ignored: [] });
    const steering = await test.manager.post(`${to.path}/values`, extracting('free', 'LD_PRELOAD', 'environment'));
    expect([steering.status, steering.text]).toEqual([400, expect.stringContaining('"code":"steering_name"')]);
    const seen = (await test.manager.get(`${test.base}/tasks/${task?.id}`)).json<TaskWithTemplate>();
    expect(seen).toMatchObject({ integration_id: to.id, integration_name: 'I', user_name: null });
    const [event] = await test.dataSource.query<object[]>(
      `select description from event where object_id = $1 and
      object_type = 'task'`,
      [task?.id],
    );
    expect(event).toEqual({ description: `Task ${task?.id} was queued by integration I` });
  });

  describe('that name branch or commit', () => {
    const [commit, other] = ['a10867b14bb761a232cd80139fbd4c0d33264240', '1481a2de7b2a7d02428ad93446ab166be7793fbb'];
    let to: Made;
    const sent = async (body: object) => {
      await anybody.with(json).post(to.address, JSON.stringify(body));
      return last(to);
    };
    const locked = async (gitBranch: string | null): Promise<Made> => {
      const on = await newTemplate(test.dataSource, { projectId: test.projectId, gitBranch });
      const made = await integration({ template_id: on.id });
      await add(`${made.path}/values`, extracting('ref', 'git_branch'));
      return made;
    };

    it('should be refused where the template does not let a launch choose them', async () => {
      to = await locked('main');
      const refused = { result: 'refused', task_id: null, code: null };
      const issue = (name: string) => ({ path: [name], code: 'code_not_allowed' });
      expect(await sent({ ref: 'refs/heads/dev' })).toMatchObject({ ...refused, issues: [issue('git_branch')] });
      expect(await sent({ ref: 'refs/heads/main' })).toMatchObject({ result: 'started', ignored: [] });
      await add(`${to.path}/values`, extracting('after', 'commit_hash'));
      const both = { ref: 'refs/heads/main', after: commit };
      expect(await sent(both)).toMatchObject({ ...refused, issues: [issue('commit_hash')] });
      const trial = await test.manager.post(`${to.path}/test`, { body: JSON.stringify(both) });
      expect(trial.json()).toMatchObject({ issues: [issue('commit_hash')] });
      expect(await tasksOf(to)).toHaveLength(1);
    });

    it('should start the branch that the repository names, where the template names none', async () => {
      to = await locked(null);
      const named = 'update git_repository set git_branch = $1 where project_id = $2';
      await test.dataSource.query(named, ['trunk', test.projectId]);
      expect(await sent({ ref: 'trunk' })).toMatchObject({ result: 'started' });
      expect(await sent({ ref: 'main' })).toMatchObject({ result: 'refused' });
      await test.dataSource.query(named, ['', test.projectId]);
      expect(await sent({ ref: 'main' })).toMatchObject({ result: 'refused', issues: [{ code: 'code_not_allowed' }] });
    });

    it('should be refused when the webhook has none, whatever the default branch is', async () => {
      to = await integration();
      await add(`${to.path}/values`, extracting('ref', 'git_branch'));
      await add(`${to.path}/values`, extracting('pull_request.head.ref', 'git_branch'));
      await add(`${to.path}/values`, extracting('after', 'commit_hash'));
      const absent = (name: string) => ({ path: [name], code: 'webhook_value_absent' });
      const issues = [absent('git_branch'), absent('commit_hash')];
      expect(await sent({ zen: 'z' })).toMatchObject({ result: 'refused', issues });
      expect(await sent({ ref: null, after: '' })).toMatchObject({ result: 'refused', issues });
      expect(await sent({ ref: 'x' })).toMatchObject({ issues: [absent('commit_hash')] });
      expect(await sent({ pull_request: { head: { ref: 'x' } }, after: commit })).toMatchObject({ result: 'started' });
    });

    it('should start a tag or the head of a pull request by its whole name', async () => {
      to = await integration();
      await add(`${to.path}/values`, extracting('ref', 'git_branch'));
      expect(await sent({ ref: 'refs/pull/1/head' })).toMatchObject({ issues: [{ code: 'fork_no_runner' }] });
      await test.dataSource.query(`update template set fork_runner_tag = 'strangers' where id = $1`, [template.id]);
      for (const ref of ['refs/tags/v1', 'refs/pull/1/head', 'refs/heads/v1']) {
        await sent({ ref });
      }
      const branches = (await tasksOf(to)).map(({ gitBranch }) => gitBranch);
      expect(branches).toEqual(['refs/tags/v1', 'refs/pull/1/head', 'v1']);
    });

    it('should be shown with what the task runs', async () => {
      to = await integration();
      await add(`${to.path}/values`, extracting('ref', 'git_branch'));
      await add(`${to.path}/values`, extracting('after', 'commit_hash'));
      const shown = await sent({ ref: 'refs/heads/x', after: commit });
      expect(shown).toMatchObject({ result: 'started', code: { git_branch: 'x', commit_hash: commit } });
      await test.dataSource.query('update task set commit_hash = $1 where id = $2', [other, shown?.task_id]);
      expect(await last(to)).toMatchObject({ extracted: [{}, { value: commit }], code: { commit_hash: other } });
      const again = await test.manager.post(`${to.path}/deliveries/${shown?.id}/redeliver`);
      expect(again.json()).toMatchObject({ result: 'started', code: { git_branch: 'x', commit_hash: commit } });
    });
  });

  it('should show nobody what they read of a header that proves the sender', async () => {
    const to = await integration();
    const proof = {
      ...extracting('Authorization', 'PROOF', 'environment'),
      value_source: 'header',
      body_data_type: null,
    };
    await add(`${to.path}/values`, proof);
    const headers = { ...json, authorization: 'Bearer canary-header' };
    await anybody.with(headers).post(to.address, '{}');
    expect(await last(to)).toMatchObject({ extracted: [{ variable: 'PROOF', value: '***' }] });
    const tried = await test.manager.post(`${to.path}/test`, { headers, body: '{}' });
    expect(tried.json<IntegrationDelivery>().extracted).toMatchObject([{ value: '***' }]);
  });

  it('should be tried without starting anything, by the same rules', async () => {
    const to = await integration({ auth_method: 'token', auth_header: 'X-Token' });
    await add(`${to.path}/matchers`, matcher({ match_type: 'header', key: 'X-Token', value: 'no' }));
    await add(`${to.path}/values`, extracting('branch', 'git_branch'));
    const trial = { headers: { 'X-Token': SECRET }, body: JSON.stringify({ branch: '-x' }) };
    const answer = await test.manager.post(`${to.path}/test`, trial);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      matches: false,
      verdicts: [{ compared: '***', holds: false }],
      issues: [{ path: ['git_branch'] }],
      extracted: [{ variable: 'git_branch', value: '-x' }],
    });
    expect([await tasksOf(to), await deliveries(to)]).toEqual([[], []]);
    const bad = await test.manager.post(`${to.path}/test`, { body: '{' });
    expect(bad.json()).toMatchObject({ problem: { code: 'body_json' }, issues: [{ code: 'webhook_value_absent' }] });
  });
});

describe('the delivery log', () => {
  it('should deliver again by a click, as the integration is now, and hold no secret', async () => {
    const to = await integration({ auth_method: 'token', auth_header: 'X-T' });
    await add(`${to.path}/values`, extracting('note', 'message'));
    const headers = { 'content-type': 'application/json', 'x-t': SECRET, 'idempotency-key': 'once' };
    await anybody.with(headers).post(to.address, JSON.stringify({ note: `the ${SECRET}`, other: 'then' }));
    const first = await last(to);
    expect(first).toMatchObject({ delivery_key: 'once', extracted: [{ value: 'the ***' }], can_redeliver: true });
    await add(`${to.path}/values`, extracting('other', 'message'));
    const again = await test.manager.post(`${to.path}/deliveries/${first?.id}/redeliver`);
    expect([again.status, again.json()]).toEqual([
      200,
      expect.objectContaining({ result: 'started', redelivered: true }),
    ]);
    expect((await tasksOf(to)).map(({ message }) => message)).toEqual([`the ${SECRET}`, 'then']);
    const rows = await test.dataSource.query<object[]>('select * from integration_delivery');
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    expect(test.logged()).not.toContain(SECRET);
  });
});

describe('branches and changed files', () => {
  const pushed = (ref: string, ...modified: string[]) => ({
    ref,
    commits: [{ id: 'c', added: [], removed: [], modified }],
  });
  const sent = async (to: Made, document: object) => {
    await anybody.with({ 'content-type': 'application/json' }).post(to.address, JSON.stringify(document));
    const { result, problem } = (await last(to)) ?? {};
    return [result, problem?.code ?? null];
  };

  it('should decide at its own address too, and be shown with the reason', async () => {
    const to = await integration({ branches: ['main', 'release/*'], paths: ['infra/**'] });
    expect(await sent(to, pushed('refs/heads/main', 'infra/a.tf'))).toEqual(['started', null]);
    expect(await sent(to, pushed('refs/heads/release/1', 'infra/a.tf'))).toEqual(['started', null]);
    expect(await sent(to, pushed('refs/heads/x', 'infra/a.tf'))).toEqual(['not_matched', 'webhook_branch']);
    expect(await sent(to, pushed('refs/heads/main', 'app/a.js'))).toEqual(['not_matched', 'webhook_paths']);
    expect(await sent(to, { ref: 'refs/heads/main', commits: [] })).toEqual(['started', null]);
    const tried = await test.manager.post(`${to.path}/test`, {
      headers: {},
      body: JSON.stringify(pushed('refs/heads/main', 'app/a.js')),
    });
    expect(tried.json()).toMatchObject({ problem: { code: 'webhook_paths', params: { count: 1 } } });
  });
});

describe('a webhook that was refused', () => {
  it('should start one task by a click, and none when its sender repeats it then', async () => {
    const to = await integration();
    await add(`${to.path}/values`, extracting('branch', 'git_branch'));
    await add(`${to.path}/values`, extracting('text', 'message'));
    await test.dataSource.query('update template set allow_override_branch_in_task = false where id = $1', [
      template.id,
    ]);
    const send = () =>
      anybody
        .with({ 'content-type': 'application/json', 'x-gitlab-event-uuid': 'refused-first' })
        .post(to.address, JSON.stringify({ branch: 'x', text: 'Fix\n' }));
    await send();
    const refused = await last(to);
    expect(refused).toMatchObject({ result: 'refused', can_redeliver: true });
    await test.dataSource.query('update template set allow_override_branch_in_task = true where id = $1', [
      template.id,
    ]);
    const again = await test.manager.post(`${to.path}/deliveries/${refused?.id}/redeliver`);
    expect(again.json()).toMatchObject({ result: 'started' });
    await send();
    expect(await last(to)).toMatchObject({ result: 'duplicate', task_id: again.json<IntegrationDelivery>().task_id });
    expect((await tasksOf(to)).map(({ message }) => message)).toEqual(['Fix']);
  });
});

describe('an integration', () => {
  it('should keep its template and its key, and take what belongs to it along', async () => {
    const to = await integration({ auth_method: 'github' });
    await add(`${to.path}/values`, extracting('ref', 'git_branch'));
    const refs = await test.manager.get(`${test.base}/keys/${keyId}/refs`);
    expect(refs.json<{ integrations: object[] }>().integrations).toContainEqual({ id: to.id, name: 'I' });
    for (const path of [`keys/${keyId}`, `templates/${template.id}`]) {
      const refused = await test.manager.delete(`${test.base}/${path}`);
      expect([refused.status, refused.json<{ inUse: boolean }>().inUse]).toEqual([400, true]);
    }
    const own = await test.manager.get(`${to.path}/refs`);
    expect(own.json()).toEqual({ matchers: [], values: [{ id: expect.any(Number), name: 'git_branch' }] });
    expect((await test.manager.delete(to.path)).status).toBe(204);
  });

  it('should show its addresses to those who may manage resources alone', async () => {
    const to = await integration();
    const guest = await signInAs(test, test.projectId, 'guest');
    const [shown] = (await guest.get(`${to.path}/aliases`)).json<IntegrationAlias[]>();
    expect(shown?.url).toBe('https://yard.example/api/integrations/…');
    const [whole] = (await test.manager.get(`${to.path}/aliases`)).json<IntegrationAlias[]>();
    expect(whole?.url).toMatch(/^https:\/\/yard\.example\/api\/integrations\/[a-z0-9]{26}$/);
  });

  it('should be saved with answers alone that the launch form takes', async () => {
    const asking = await newTemplate(test.dataSource, {
      projectId: test.projectId,
      surveyVars: [
        { name: 'count', title: 'Count', description: '', type: 'int', values: [], default_value: '', required: false },
      ],
    });
    const save = (count: string) =>
      test.manager.post(`${test.base}/integrations`, {
        name: 'I',
        template_id: asking.id,
        task_params: { environment: JSON.stringify({ count }) },
      });
    const refused = await save('abc');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('"code":"answer_digits"')]);
    expect((await save('12')).status).toBe(201);
  });

  it('should keep secret answers sealed', async () => {
    const asking = await newTemplate(test.dataSource, {
      projectId: test.projectId,
      surveyVars: [
        { name: 'pin', title: 'Pin', description: '', type: 'secret', values: [], default_value: '', required: true },
      ],
    });
    const params = { environment: '{"pin":"canary-9"}' };
    const to = await integration({ template_id: asking.id, task_params: params });
    const read = (await test.manager.get(to.path)).json<Integration>();
    expect(read).toMatchObject({ secret_names: ['pin'], task_params: { environment: '{}', secret: '' } });
    expect((await anybody.post(to.address)).status).toBe(202);
    const [task] = await tasksOf(to);
    expect([task?.secret === null, task?.environment]).toEqual([false, '']);
    expect(JSON.stringify([task, await test.dataSource.query('select * from audit')])).not.toContain('canary-9');
  });
});
