import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Engine, Traces } from '../ports.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { createTask } from './create-task.js';
import { traceAssigned, tracedLaunch } from './traced-launch.js';

interface Ended {
  name: string;
  parent: string | null;
  begun: Date | null;
  facts: object;
  failure: string | null;
}

const [CLICK, OWN] = ['1', '2'].map((id) => `00-${'a'.repeat(32)}-${id.repeat(16)}-01`) as [string, string];

describe('traces of launches', () => {
  let fixture: EngineFixture;
  let ended: Ended[];
  let engine: Engine;

  /** Each span gets the same id. */
  const traces: Traces = {
    begin: (name, parent = null, begun) => ({
      traceparent: OWN,
      end: (facts = {}, failure) =>
        void ended.push({ name, parent, begun: begun ?? null, facts, failure: failure ?? null }),
    }),
  };

  beforeAll(async () => {
    fixture = await EngineFixture.open(20);
  });
  beforeEach(() => {
    ended = [];
    engine = { ...fixture.engine, traces };
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  it('should begin with the launch as part of what asked for it, and go on with the task', async () => {
    const { id: templateId, projectId } = await fixture.template();
    const task = await createTask(engine, { projectId, templateId, traceparent: CLICK });
    expect(task.traceparent).toBe(OWN);
    const facts = { 'switchyard.project': projectId, 'switchyard.template': templateId };
    expect(ended).toEqual([{ name: 'launch', parent: CLICK, begun: null, facts, failure: null }]);
  });

  it('should name a launch that failed by its kind, as its words may hold values', async () => {
    const launch = tracedLaunch(engine, { projectId: 1, templateId: 1 }, () =>
      Promise.reject(new RangeError('s3cret')),
    );
    await expect(launch).rejects.toThrow('s3cret');
    expect(ended).toEqual([{ name: 'launch', parent: null, begun: null, facts: {}, failure: 'RangeError' }]);
  });

  it('should say how long a task has waited, and nothing of one that has no trace', async () => {
    const { id: templateId, projectId } = await fixture.template({ allowParallelTasks: true });
    const traced = await createTask(engine, { projectId, templateId });
    const plain = await createTask(fixture.engine, { projectId, templateId });
    expect(plain.traceparent).toBeNull();
    ended = [];
    await traceAssigned(engine, [traced, plain]);
    const facts = { 'switchyard.task': traced.id };
    expect(ended).toEqual([{ name: 'wait and assign', parent: OWN, begun: traced.created, facts, failure: null }]);
  });
});
