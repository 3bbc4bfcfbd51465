import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuditReceiver, auditReceiverContext, type AuditRecord } from '@switchyard/contracts';
import { AuditReceiver as ReceiverRow, OutboxMessage } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';

const CANARY = 'https://siem.example/ingest/canary-key';
const PATH = '/api/audit/receivers';
const WEBHOOK = { name: 'siem', type: 'webhook', url: CANARY, token: 'canary-token' };

let test: ProjectFixture;
beforeAll(async () => {
  test = await startProjectFixture();
});
afterAll(() => test.close());
afterEach(() => test.dataSource.query('delete from audit_receiver'));

async function create(body: object = WEBHOOK): Promise<AuditReceiver> {
  const answer = await test.admin.post(PATH, body);
  expect(answer.status).toBe(201);
  return answer.json<AuditReceiver>();
}
const row = (id: number): Promise<ReceiverRow> => test.dataSource.manager.findOneByOrFail(ReceiverRow, { id });
const opened = async (id: number): Promise<unknown> =>
  JSON.parse(test.app.get(SecretBox).openText((await row(id)).secret ?? '', auditReceiverContext(id)));

describe('receivers of the audit log', () => {
  it('should keep address and token as ciphertext and show them by no door', async () => {
    const made = await create();
    expect(made).toEqual({
      id: expect.any(Number),
      name: 'siem',
      type: 'webhook',
      active: true,
      host: 'siem.example',
      delivered_at: null,
      failed_at: null,
      error: null,
      waiting: 1,
      waiting_since: expect.stringMatching(/Z$/),
      tested: null,
    });
    expect(await opened(made.id)).toEqual({ url: CANARY, token: 'canary-token' });
    const seen = await Promise.all(
      [PATH, `${PATH}/${made.id}`, '/api/audit'].map(async (path) => (await test.admin.get(path)).text),
    );
    expect([JSON.stringify(await row(made.id)), ...seen, test.logged()].join('\n')).not.toMatch(/canary/);
  });

  it('should be recorded, and begin with the record of their own creation', async () => {
    const { id } = await create();
    const [record] = (await test.admin.get('/api/audit?limit=1')).json<AuditRecord[]>();
    expect(record).toMatchObject({
      action: 'audit-receivers.create',
      object_type: 'audit_receiver',
      object_id: String(id),
      after: { name: 'siem', type: 'webhook', active: true, host: 'siem.example', secret: '(set)' },
    });
    expect(record?.id).toBeGreaterThan((await row(id)).position);
  });

  it('should change type, address and token together alone, and not over a change of somebody else', async () => {
    const { id } = await create();
    const path = `${PATH}/${id}`;
    const { etag = '' } = (await test.admin.get(path)).headers;
    const put = async (body: object): Promise<number> => (await test.admin.put(path, { ...WEBHOOK, ...body })).status;
    expect(await put({ name: 'renamed', url: 'https://evil.example', token: '' })).toBe(204);
    expect(await opened(id)).toEqual({ url: CANARY, token: 'canary-token' });
    expect(await put({ override_secret: true, token: '' })).toBe(400);
    expect(await put({ type: 'syslog', url: '', token: '' })).toBe(400);
    expect((await test.admin.with({ 'if-match': etag }).put(path, WEBHOOK)).status).toBe(412);
    expect(await put({ type: 'syslog', url: 'tls://logs.example', token: '', override_secret: true })).toBe(204);
    expect((await test.admin.get(path)).json<AuditReceiver>()).toMatchObject({ type: 'syslog', host: 'logs.example' });
    expect((await test.admin.delete(path)).status).toBe(204);
    expect((await test.admin.get(path)).status).toBe(404);
  });

  it('should be sent a test, and show how it ended', async () => {
    const { id } = await create();
    expect((await test.admin.post(`${PATH}/${id}/test`)).status).toBe(204);
    const messages = await test.dataSource.manager.findBy(OutboxMessage, { kind: 'audit_receiver', targetId: id });
    expect(messages).toMatchObject([{ payload: { event: 'test' } }]);
    await test.dataSource.query(
      `insert into outbox_target (kind, target_id, answered, answer_status, error) values ('audit_receiver', $1, now(), 503, 'http_status')`,
      [id],
    );
    const { tested } = (await test.admin.get(`${PATH}/${id}`)).json<AuditReceiver>();
    expect(tested).toMatchObject({ error: { code: 'http_status', status: 503 } });
    expect((await test.admin.post(`${PATH}/999999/test`)).status).toBe(404);
  });

  it.each([
    [{ ...WEBHOOK, url: '' }, 'url'],
    [{ ...WEBHOOK, url: 'tls://logs.example' }, 'url'],
    [{ ...WEBHOOK, token: '' }, 'token'],
    [{ ...WEBHOOK, name: 'a\r\nb' }, 'name'],
    [{ name: 's', type: 'syslog', url: 'https://logs.example' }, 'url'],
    [{ name: 's', type: 'syslog', url: 'tls://user:pw@logs.example' }, 'url'],
    [{ name: 's', type: 'syslog', url: 'tls://logs.example/path' }, 'url'],
    [{ name: 's', type: 'syslog', url: 'tls://logs.example:99999' }, 'url'],
    [{ name: 's', type: 'syslog', url: 'tls://logs.example', token: 'x' }, 'token'],
    [{ name: 's', type: 'mail', url: 'tls://logs.example' }, 'type'],
  ])('should refuse %j', async (body, member) => {
    const answer = await test.admin.post(PATH, body);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`"${member}"`)]);
  });

  it('should be few', async () => {
    await test.dataSource.query(
      `insert into audit_receiver (name, type, position) select 'r', 'webhook', 0 from generate_series(1, 10)`,
    );
    expect((await test.admin.post(PATH, WEBHOOK)).status).toBe(400);
  });
});
