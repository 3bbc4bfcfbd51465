import { randomUUID } from 'node:crypto';
import { isFinal, problem, sentProblem, type TaskStatus } from '@switchyard/contracts';
import { endReason } from '../life-cycle/end-reason.js';
import { countTasks } from '../life-cycle/template-counter.js';
import { type Executor, rows } from '../statements/sql.js';
import { countEnded } from '../stats/count-days.js';
import type { EncodedChunk } from './encode-log.js';
import type { HistoricTask, HistorySource } from './historic-task.js';

/** A task that is to be stored under an id. */
export interface ImportedRow {
  id: number;
  app: string;
  task: HistoricTask;
  chunks: readonly EncodedChunk[];
}

/** Stores new tasks with all they have, and counts them. */
export async function storeTasks(
  on: Executor,
  { projectId, source }: HistorySource,
  given: readonly ImportedRow[],
): Promise<void> {
  if (given.length === 0) {
    return;
  }
  const now = new Date();
  const tasks = given.map((row) => taskRow(row, now));
  const attempts = given.filter(({ chunks }) => chunks.length > 0).map((row) => attemptRow(row, now));
  await rows(on, tasksStatement, [projectId, source, JSON.stringify(tasks)]);
  await rows(on, attemptsStatement, [projectId, JSON.stringify(attempts)]);
  await storeChunks(on, given);
  await rows(on, hostsStatement, [JSON.stringify(resultsOf(given, 'hosts'))]);
  await rows(on, errorsStatement, [JSON.stringify(resultsOf(given, 'errors'))]);
  await rows(on, countStatement, [given.map(({ task }) => task.templateId)]);
  await countEnded(
    on,
    given.map(({ id }) => id),
  );
}

/** What had not begun was canceled there, and what ran was stopped, when it was imported. */
const ENDS: Readonly<Partial<Record<TaskStatus, TaskStatus>>> = { running: 'stopped', stopping: 'stopped' };

const endOf = (status: TaskStatus): TaskStatus => (isFinal(status) ? status : (ENDS[status] ?? 'canceled'));

/** When it began and ended. Clocks of others may be ahead. */
function timesOf(
  { created, started, ended }: HistoricTask,
  now: Date,
): Record<'created' | 'started' | 'ended', Date | null> {
  const past = (time: Date): Date => (time > now ? now : time);
  const begun = past(created);
  const start = started && past(started);
  const end = past(ended ?? started ?? created);
  const least = start ?? begun;
  return { created: begun, started: start, ended: end < least ? least : end };
}

function taskRow({ id, app, task, chunks }: ImportedRow, now: Date): object {
  const unended = isFinal(task.status) ? null : endReason(problem('import_unended'));
  const note =
    task.stranger === null
      ? problem('task_imported', { id: String(task.sourceId) })
      : problem('task_imported_of', { id: String(task.sourceId), user: task.stranger });
  const attempt = chunks.length > 0 ? 1 : 0;
  return {
    id,
    app,
    template_id: task.templateId,
    status: endOf(task.status),
    ...timesOf(task, now),
    user_id: task.userId,
    message: task.message,
    playbook: task.playbook,
    environment: task.environment,
    arguments: task.arguments,
    git_branch: task.gitBranch,
    version: task.version,
    commit_hash: task.commitHash,
    commit_message: task.commitMessage,
    inventory_id: task.inventoryId,
    build: task.buildSourceId,
    params: task.params,
    attempt_number: attempt,
    log_attempt: attempt,
    end_reason: unended?.reason ?? null,
    end_problem: unended?.problem ?? null,
    notes: [{ ...sentProblem(note), time: now.toISOString() }],
  };
}

/** Columns that are as they are given. */
const COPIED = `
  id int, template_id int, status text, app text, playbook text, environment text, arguments text, git_branch text, message text,
  params jsonb, version text, commit_hash text, commit_message text, created timestamptz, started timestamptz, ended timestamptz,
  attempt_number smallint, log_attempt smallint, end_reason text, end_problem jsonb, notes jsonb`;

/** @param prefix of each */
const copied = (prefix = ''): string => COPIED.replace(/(\w+) \w+/g, `${prefix}$1`);

/** A build is of the same import, or of an earlier one whose task is still there. */
const tasksStatement = `
  with given as materialized (
    select * from jsonb_to_recordset($3::jsonb) as given(${COPIED}, user_id int, inventory_id int, build bigint))
  insert into task (project_id, ${copied()}, user_id, inventory_id, build_task_id)
    overriding system value
    select $1, ${copied('given.')},
           (select id from "user" where id = given.user_id),
           (select id from inventory where id = given.inventory_id and project_id = $1),
           (select build.task_id from imported_task build
             where build.project_id = $1 and build.source = $2 and build.source_id = given.build
               and (build.task_id in (select id from given) or exists (select from task where task.id = build.task_id)))
      from given order by given.id`;

function attemptRow({ id, task, chunks }: ImportedRow, now: Date): object {
  const { created, started, ended } = timesOf(task, now);
  const last = chunks.at(-1);
  return {
    task_id: id,
    template_id: task.templateId,
    lease_id: randomUUID(),
    created,
    started: started ?? created,
    ended,
    outcome: OUTCOMES[endOf(task.status)] ?? 'stopped',
    lines: last ? last.first + last.lines : 0,
    bytes: chunks.reduce((sum, { times, body }) => sum + times.length + body.length, 0),
  };
}

const OUTCOMES: Readonly<Partial<Record<TaskStatus, string>>> = {
  success: 'success',
  error: 'error',
  rejected: 'planned',
};

/** No runner of this installation had them, and their logs are closed. */
const attemptsStatement = `
  with given as materialized (
    select * from jsonb_to_recordset($2::jsonb) as given(task_id int, template_id int, lease_id uuid, created timestamptz,
             started timestamptz, ended timestamptz, outcome text, lines int, bytes bigint)),
  stored as (
    insert into attempt (task_id, number, project_id, template_id, runner_id, lease_id, lease_until, status, created, started,
                         ended, settled, outcome)
      select task_id, 1, $1, template_id, 0, lease_id, ended, 'ended', created, started, ended, ended, outcome
        from given order by task_id
    returning id, task_id)
  insert into attempt_log (attempt_id, project_id, task_id, attempt, next_line, bytes)
    select stored.id, $1, stored.task_id, 1, given.lines, given.bytes from stored join given using (task_id)`;

/** All bytes travel as one binary value that the statement cuts up: an array of byte strings would be sent as text. */
async function storeChunks(on: Executor, given: readonly ImportedRow[]): Promise<void> {
  const chunks = given.flatMap((row) => row.chunks.map((chunk) => ({ ...chunk, taskId: row.id })));
  let at = 1;
  const starts = chunks.map(({ times, body }) => {
    const start = at;
    at += times.length + body.length;
    return start;
  });
  await rows(on, chunksStatement, [
    chunks.map(({ taskId }) => taskId),
    chunks.map(({ first }) => first),
    chunks.map(({ lines }) => lines),
    chunks.map(({ t0 }) => t0),
    chunks.map(({ codec }) => codec),
    chunks.map(({ sgr }) => sgr),
    starts,
    chunks.map(({ times }) => times.length),
    chunks.map(({ body }) => body.length),
    Buffer.concat(chunks.flatMap(({ times, body }) => [times, body])),
  ]);
}

const chunksStatement = `
  insert into log_chunk (task_id, attempt, first_line, line_count, first_time, kind, codec, sgr, times, body)
    select task_id, 1, first, lines, to_timestamp(t0 / 1000), 0, codec, sgr,
           substr($10::bytea, start, times_length), substr($10::bytea, start + times_length, body_length)
      from unnest($1::int[], $2::int[], $3::int[], $4::float8[], $5::smallint[], $6::text[], $7::int[], $8::int[], $9::int[])
        as chunk(task_id, first, lines, t0, codec, sgr, start, times_length, body_length)`;

/** The hosts or the errors of all tasks, numbered within each. */
const resultsOf = (given: readonly ImportedRow[], list: 'hosts' | 'errors'): object[] =>
  given.flatMap(({ id, task }) => task[list].map((each, index) => ({ ...each, task_id: id, index })));

const COUNTERS = ['changed', 'failed', 'ignored', 'ok', 'rescued', 'skipped', 'unreachable'];

/** Of a host that comes twice, the last one counts. */
const hostsStatement = `
  insert into task_host (task_id, host, ${COUNTERS.join(', ')})
    select distinct on (task_id, host) task_id, host, ${COUNTERS.join(', ')}
      from jsonb_to_recordset($1::jsonb) as given(task_id int, index int, host text, ${COUNTERS.map((name) => `${name} int`).join(', ')})
     order by task_id, host, index desc`;

const errorsStatement = `
  insert into task_error (task_id, index, host, task, error)
    select task_id, index, host, task, error
      from jsonb_to_recordset($1::jsonb) as given(task_id int, index int, host text, task text, error text)`;

const countStatement = `
  with imported as (select unnest($1::int[]) as template_id), ${countTasks('imported', '+')}
  select count(*) from imported`;
