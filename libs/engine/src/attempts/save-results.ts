import type { ResultsRequest } from '@switchyard/contracts';
import { readLivingAttempt } from './held-attempt.js';
import type { Engine } from '../ports.js';
import { row, rows } from '../statements/sql.js';

/**
 * Stores host statistics, failed tasks and stages of a living attempt; what was stored before under the same key is
 * replaced. Lines become lines of the task's log.
 * @throws LeaseLostError
 */
export async function saveResults(engine: Engine, runnerId: number, results: ResultsRequest): Promise<void> {
  const { task_id: taskId } = await readLivingAttempt(engine, runnerId, results, 'results');
  const log = await row<{ base_line: number }>(
    engine.dataSource,
    'select base_line from attempt_log where attempt_id = $1',
    [results.attempt],
  );
  const base = log?.base_line ?? 0;
  const line = (at: number | null): number | null => (at === null ? null : at + base);
  const stages = results.stages.map((stage) => ({
    ...stage,
    first_line: line(stage.first_line),
    last_line: line(stage.last_line),
  }));
  await engine.dataSource.transaction(async (manager) => {
    await rows(manager, hostsStatement, [taskId, JSON.stringify(results.hosts)]);
    await rows(manager, errorsStatement, [taskId, JSON.stringify(results.errors)]);
    await rows(manager, stagesStatement, [taskId, JSON.stringify(stages)]);
  });
}

const COUNTERS = ['changed', 'failed', 'ignored', 'ok', 'rescued', 'skipped', 'unreachable'];

const hostsStatement = `
  insert into task_host (task_id, host, ${COUNTERS.join(', ')})
    select distinct on (given.host) $1::int, given.host, ${COUNTERS.map((name) => `given.${name}`).join(', ')}
      from jsonb_to_recordset($2::jsonb) as given(host text, ${COUNTERS.map((name) => `${name} int`).join(', ')})
    on conflict (task_id, host) do update set ${COUNTERS.map((name) => `${name} = excluded.${name}`).join(', ')}`;

const errorsStatement = `
  insert into task_error (task_id, index, host, task, error)
    select distinct on (given.index) $1::int, given.index, given.host, given.task, given.error
      from jsonb_to_recordset($2::jsonb) as given(index int, host text, task text, error text)
    on conflict (task_id, index) do update set host = excluded.host, task = excluded.task, error = excluded.error`;

const stagesStatement = `
  insert into task_stage (task_id, type, started, ended, first_line, last_line, result)
    select distinct on (given.type) $1::int, given.type, given.start, given."end", given.first_line, given.last_line, given.result
      from jsonb_to_recordset($2::jsonb)
        as given(type text, start timestamptz, "end" timestamptz, first_line int, last_line int, result jsonb)
    on conflict (task_id, type) do update set started = excluded.started, ended = excluded.ended,
      first_line = excluded.first_line, last_line = excluded.last_line, result = excluded.result`;
