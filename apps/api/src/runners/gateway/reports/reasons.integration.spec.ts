import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problem, type Runner, sentenceOf, type Task } from '@switchyard/contracts';
import { startProjectFixture, type ProjectFixture } from '../../../testing/project-fixture.js';
import { heldTask } from '../../../testing/poisoned-tasks.js';
import { RunnerClient } from '../../../testing/runner-client.js';

const SECRET = 'hunter22-secret';

describe('a reason that a runner reports', () => {
  let test: ProjectFixture;
  let runner: RunnerClient;
  beforeAll(async () => {
    test = await startProjectFixture();
    runner = await RunnerClient.create(test);
  });
  afterAll(() => test.close());

  /** The task as the API hands it out after its end was reported. */
  async function ended(report: object): Promise<Task> {
    const { taskId, projectId, ...lease } = await heldTask(test, [SECRET]);
    const end = { outcome: 'error', exit_code: 1, signal: null, lines: 0, bytes: 0, ...lease, ...report };
    expect((await runner.call('finish', end)).status).toBe(200);
    return (await test.admin.get(`/api/project/${projectId}/tasks/${taskId}`)).json<Task>();
  }

  const why = problem('inventory_rejected', { reason: `no ${SECRET} here` });
  const code = problem('tool_failed', { end: problem('tool_exited', { tool: 'ansible-playbook', code: 1 }), why });

  it('should arrive as a code beside its sentence, without secrets in either', async () => {
    const task = await ended({ reason: sentenceOf(code), problem: code });
    expect(task.end_reason).toBe('ansible-playbook exited with code 1: the inventory was rejected: no *** here');
    expect(task.end_problem).toEqual(JSON.parse(JSON.stringify(code).replace(SECRET, '***')));
    const events = await test.dataSource.query<object[]>(
      `select reason_code, detail from task_event where task_id = $1 and kind = 'finished'`,
      [task.id],
    );
    expect(events).toMatchObject([{ reason_code: 'tool_failed', detail: { reason: task.end_reason } }]);
  });

  it('should be the sentence alone of a runner that knows no codes, or whose code is malformed or too large', async () => {
    const large = { code: 'x', params: Object.fromEntries([1, 2, 3].map((i) => [`p${i}`, 'x'.repeat(1_900)])) };
    for (const more of [{}, { problem: 'no' }, { problem: { params: 1 } }, { problem: large }]) {
      expect(await ended({ reason: `bad ${SECRET}`, ...more })).toMatchObject({
        end_reason: 'bad ***',
        end_problem: null,
      });
    }
  });

  it('should arrive of a runner that takes no tasks', async () => {
    const full = problem('pause_disk_full', { megabytes: 12 });
    const poll = { held: [], apps: [], version: '1', max_parallel_tasks: 0, paused_reason: sentenceOf(full) };
    const paused = async (more: object): Promise<Runner> => {
      expect((await runner.call('poll', { ...poll, ...more })).status).toBe(200);
      return (await test.admin.get(`/api/runners/${runner.runner.id}`)).json<Runner>();
    };
    expect(await paused({ paused_problem: full })).toMatchObject({ paused_problem: full });
    expect(await paused({})).toMatchObject({ paused_reason: sentenceOf(full), paused_problem: null });
  });
});
