import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newRunner } from '@switchyard/database/testing';
import { assignTasks } from '../dispatch/assign-tasks.js';
import { ProjectRotation } from '../dispatch/project-rotation.js';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { recordProgress } from '../attempts/record-progress.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { createTask } from '../launch/create-task.js';
import { LeaseRenewals } from '../leases/lease-renewals.js';
import { pollRunner } from '../runners/poll-runner.js';
import { readAssignments } from '../runners/runner-assignments.js';
import { EngineFixture } from '../testing/engine-fixture.js';

/** Executions of a prepared statement that PostgreSQL plans in any case before it may go on with one plan (documentation, PREPARE). */
const FIRST_PLANS = 5;
const STARTS = FIRST_PLANS + 4;

const ITSELF = {
  apps: [{ id: 'bash', version: '5' }],
  version: 'test',
  max_parallel_tasks: 0,
  instance: 'one',
  platform: 'linux x64',
  paused_reason: null,
  paused_problem: null,
  prepared: [],
};

/** Planning costs the server several times as much as running, so what each start needs is planned once on each connection. */
describe('the statements of a start', () => {
  let fixture: EngineFixture;
  beforeAll(async () => (fixture = await EngineFixture.open(1)));
  afterAll(() => fixture.drop());

  it('should be planned once on a connection', async () => {
    const { engine, source } = fixture;
    const { id: runnerId } = await newRunner(source);
    const { id: templateId, projectId } = await fixture.template({ allowParallelTasks: true, app: 'bash' });
    const renewals = new LeaseRenewals(engine);
    for (let i = 0; i < STARTS; i++) {
      const { id } = await createTask(engine, { projectId, templateId });
      await assignTasks(engine, new ProjectRotation());
      const lease = await fixture.lease(id);
      const held = [{ ...lease, order: 'none' as const }];
      await pollRunner(engine, runnerId, { ...ITSELF, held: [] });
      await readAssignments(engine, runnerId, { held });
      await startAttempt(engine, runnerId, lease);
      await recordProgress(engine, runnerId, { ...lease, commit_hash: '0123abcd' });
      await renewals.renew(runnerId, held);
      await finishAttempt(engine, runnerId, await fixture.report(id));
    }
    const again = await source.query<{ statement: string }[]>(
      'select statement from pg_prepared_statements where custom_plans > $1',
      [FIRST_PLANS],
    );
    expect(again.map(({ statement }) => statement.replace(/\s+/g, ' ').trim())).toEqual([]);
  });
});
