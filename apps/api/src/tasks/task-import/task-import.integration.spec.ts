import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ImportedTasks } from '@switchyard/contracts';
import { ImportedTask, ProjectMember, Task, type Template } from '@switchyard/database';
import { newTemplate } from '@switchyard/database/testing';
import { Client, newAccount, newPerson, signInAs } from '../../testing/client.js';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

const SOURCE = 'a'.repeat(64);
let test: ProjectFixture;
let template: Template;

beforeAll(async () => {
  test = await startProjectFixture();
});
afterAll(() => test.close());
beforeEach(async () => {
  template = await newTemplate(test.dataSource, { projectId: test.projectId });
});

let last = 0;
/** A task that ran yesterday, and no other test brings. */
const task = (members: object = {}) => ({
  id: (last += 1),
  template_id: template.id,
  status: 'success',
  created: '2026-01-02T03:04:05+02:00',
  start: '2026-01-02T01:05:00Z',
  end: '2026-01-02T01:06:00Z',
  user: null,
  message: '',
  playbook: 'run.sh',
  environment: '',
  arguments: null,
  git_branch: null,
  version: null,
  commit_hash: null,
  commit_message: '',
  inventory_id: null,
  build_task: null,
  params: {},
  log: [
    [Date.UTC(2026, 0, 2, 1, 5), 'Run\n\u001b[32mok'],
    [Date.UTC(2026, 0, 2, 1, 6), 'done'],
  ],
  hosts: [],
  errors: [],
  ...members,
});

const lines = (...tasks: unknown[]): string =>
  tasks.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n');
const send = (body: string, client: Client = test.owner, source = SOURCE) =>
  client.post(`${test.base}/history?source=${source}`, body);
async function bring(body: string, client?: Client): Promise<ImportedTasks['tasks']> {
  const answer = await send(body, client);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.json<ImportedTasks>().tasks;
}
const stored = (): Promise<Task[]> =>
  test.dataSource.manager.find(Task, { where: { templateId: template.id }, order: { id: 'ASC' } });

describe('POST /history', () => {
  it('should store tasks that people then see with their logs, and each once', async () => {
    const body = lines(task({ status: 'error', version: '1.2' }), task());
    const [first, second] = await bring(body);
    expect([first?.outcome, second?.outcome]).toEqual(['created', 'created']);
    const shown = (await test.manager.get(`${test.base}/tasks/${first?.id}`)).json();
    expect(shown).toMatchObject({ status: 'error', version: '1.2', created: '2026-01-02T01:04:05.000Z' });
    expect(shown).toMatchObject({ end: '2026-01-02T01:06:00.000Z', user_id: null, notes: [{ code: 'task_imported' }] });
    const log = await test.manager.get(`${test.base}/tasks/${second?.id}/output`);
    expect(log.json<{ output: string; time: string }[]>().map(({ output, time }) => [time, output])).toEqual([
      ['2026-01-02T01:05:00.000Z', 'Run'],
      ['2026-01-02T01:05:00.000Z', '\u001b[32mok'],
      ['2026-01-02T01:06:00.000Z', 'done'],
    ]);
    expect(await bring(body)).toEqual([first, second].map((each) => ({ ...each, outcome: 'exists' })));
    expect(await stored()).toHaveLength(2);
  });

  it('should refuse a bad task alone, each with what is wrong', async () => {
    const tasks = await bring(
      lines(
        task(),
        '{"id":',
        task({ status: 'weird' }),
        task({ environment: '[1]' }),
        task({ template_id: test.foreign.templateId }),
        task({ more: true }),
        `${JSON.stringify(task()).slice(0, -1)},"message":"\\u0000"}`,
        task(),
        '',
      ),
    );
    expect(tasks.map(({ outcome, problems: [problem] }) => [outcome, problem?.path, problem?.code])).toEqual([
      ['created', undefined, undefined],
      ['refused', [], 'body_json'],
      ['refused', ['status'], 'one_of'],
      ['refused', ['environment'], 'json_object'],
      ['refused', ['template_id'], 'not_in_project'],
      ['refused', [], 'unknown_members'],
      ['refused', [], 'body_json'],
      ['created', undefined, undefined],
    ]);
    expect(await stored()).toHaveLength(2);
  });

  it('should know members by their login, and for administrators everybody', async () => {
    const [member, other] = [await newAccount(test), await newAccount(test)];
    await test.dataSource.manager.insert(ProjectMember, {
      projectId: test.projectId,
      userId: member.id,
      role: 'guest',
    });
    const body = () => lines(task({ user: member.username.toUpperCase() }), task({ user: other.username }));
    await bring(body());
    await bring(body(), test.admin);
    const tasks = await stored();
    expect(tasks.map(({ userId }) => userId)).toEqual([member.id, null, member.id, other.id]);
    expect(tasks[1]?.notes).toMatchObject([{ code: 'task_imported_of', params: { user: other.username } }]);
  });

  it('should take no batch with too many tasks, and none without its source', async () => {
    const many = await send(Array.from({ length: 201 }, () => '{}').join('\n'));
    expect([many.status, many.json()]).toMatchObject([400, { code: 'too_many', params: { max: 200 } }]);
    const statuses = [await send(lines(task()), test.owner, 'A'), await send('x'.repeat(9_000_000))];
    expect(statuses.map(({ status }) => status)).toEqual([400, 413]);
    expect(await stored()).toEqual([]);
  });

  it('should admit owners and administrators, by a token only when it has the scope', async () => {
    const owner = await newPerson(test);
    await test.dataSource.manager.insert(ProjectMember, {
      projectId: test.projectId,
      userId: owner.user.id,
      role: 'owner',
    });
    const tokenOf = async (scopes: string[]): Promise<Client> => {
      const { id } = (await owner.client.post('/api/user/tokens', { scopes })).json<{ id: string }>();
      return new Client(test.address, { authorization: `Bearer ${id}` });
    };
    const body = lines(task());
    const others = [await signInAs(test, test.projectId, 'task_runner'), test.manager, await tokenOf([])];
    for (const client of others) {
      expect((await send(body, client)).status).toBe(403);
    }
    expect(await test.dataSource.manager.countBy(ImportedTask, { sourceId: String(last) })).toBe(0);
    expect((await send(body, await tokenOf(['lasting']))).status).toBe(200);
    expect((await send(body, test.admin)).status).toBe(200);
  });
});
