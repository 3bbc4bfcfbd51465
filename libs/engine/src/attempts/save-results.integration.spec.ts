import { describe, expect, it } from '@jest/globals';
import type { AttemptLease } from '@switchyard/contracts';
import { TaskError, TaskHost, TaskStage } from '@switchyard/database';
import { saveResults } from './save-results.js';
import type { EngineFixture } from '../testing/engine-fixture.js';
import { withTask } from '../testing/with-task.js';

const COUNTERS = { changed: 1, failed: 0, ignored: 0, ok: 2, rescued: 0, skipped: 0, unreachable: 0 };

describe(saveResults.name, () => {
  let fixture: EngineFixture;
  let held: AttemptLease;
  let runnerId: number;
  withTask(async ({ task, runner, ...made }) => {
    fixture = made.fixture;
    runnerId = runner.id;
    held = await fixture.lease(task.id);
  });

  it('should store each host, error and stage once, the last statement of each', async () => {
    const error = { index: 0, host: 'a', task: 'Copy', error: 'no space' };
    const stage = { type: 'init' as const, start: '2026-01-01T00:00:00Z', end: null, first_line: 0, last_line: null };
    const request = { ...held, hosts: [{ host: 'a', ...COUNTERS }], errors: [error], stages: [stage] };
    await saveResults(fixture.engine, runnerId, request);
    await saveResults(fixture.engine, runnerId, {
      ...request,
      hosts: [
        { host: 'a', ...COUNTERS, failed: 1 },
        { host: 'b', ...COUNTERS },
      ],
      stages: [{ ...stage, end: '2026-01-01T00:00:05Z', last_line: 9, result: { note: 1 } }],
    });
    const all = <T extends object>(entity: new () => T) => fixture.source.getRepository(entity).find();
    expect(await all(TaskHost)).toMatchObject([
      { host: 'a', failed: 1, ok: 2 },
      { host: 'b', failed: 0 },
    ]);
    expect(await all(TaskError)).toMatchObject([error]);
    expect(await all(TaskStage)).toMatchObject([{ type: 'init', firstLine: 0, lastLine: 9, result: { note: 1 } }]);
  });

  it('should count the lines of a second attempt from the beginning of the log', async () => {
    await fixture.source.query('update attempt_log set base_line = 100, next_line = 100');
    const stage = { type: 'running' as const, start: null, end: null, first_line: 3, last_line: 5 };
    await saveResults(fixture.engine, runnerId, { ...held, hosts: [], errors: [], stages: [stage] });
    expect(await fixture.source.getRepository(TaskStage).find()).toMatchObject([{ firstLine: 103, lastLine: 105 }]);
  });

  it('should take nothing from who does not hold the attempt', async () => {
    const results = { ...held, hosts: [{ host: 'a', ...COUNTERS }], errors: [], stages: [] };
    await expect(saveResults(fixture.engine, runnerId + 1, results)).rejects.toThrow('lease');
    expect(await fixture.source.getRepository(TaskHost).count()).toBe(0);
  });
});
