import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { REAL_LINES } from './projects.js';
import type { World } from './world.js';
import type {
  CommitHistory,
  History,
  HistoryAttempt,
  HistoryEvent,
  HistoryTask,
  Limits,
  DueTime,
  SideEffects,
} from '../history/history.js';
import { readLogs } from '../history/read-logs.js';
import { readStates } from './read-states.js';

/** Reads what is left of a run, once everything has ended. */
export async function readHistory(world: World): Promise<History> {
  const { database, journal, projects, poisons, options, commits } = world;
  const { work, sideEffects } = projects;
  return {
    tasks: await readTasks(database),
    dueTimes: await readDueTimes(database),
    commits: { scheduleId: commits.scheduleId, made: commits.made, kept: await readKept(database, commits) },
    deliveries: journal.deliveries,
    attempts: await readAttempts(database),
    events: await readEvents(database),
    logs: await readLogs(database),
    limits: await readLimits(database),
    accepted: journal.accepted,
    runs: journal.runs,
    sideEffects: readSideEffects(sideEffects),
    real: { templateId: work.real.templateId, lines: REAL_LINES },
    rivals: {
      quietProject: work.quiet.projectId,
      noisyProject: work.noisy.projectId,
      slots: options.simulatedRunners * options.slots,
      dispatchers: options.dispatchers,
    },
    poisoned: new Map(poisons.map(({ templateId, reason }) => [templateId, reason])),
    states: await readStates(world),
    applied: (await world.appliers?.applied()) ?? [],
    applyTemplates: new Set(world.appliers?.templateIds),
  };
}

async function readTasks(database: pg.Pool): Promise<HistoryTask[]> {
  const { rows } = await database.query<HistoryTask>(
    `select id, project_id as "projectId", template_id as "templateId", status, end_reason as "endReason",
            schedule_id as "scheduleId",
            case when integration_id is not null then message end as "deliveryId" from task order by id`,
  );
  return rows;
}

async function readDueTimes(database: pg.Pool): Promise<DueTime[]> {
  const { rows } = await database.query<DueTime>(
    `select schedule_id as "scheduleId", due, result, task_id as "taskId" from schedule_run order by due`,
  );
  return rows;
}

/** A task and the commit that it was started for have the time of their transaction. */
async function readKept(database: pg.Pool, { scheduleId }: World['commits']): Promise<CommitHistory['kept']> {
  const { rows } = await database.query<CommitHistory['kept'][number]>(
    `select kept.commit, task.id as "taskId" from chaos_commit kept
       left join task on task.schedule_id = $1 and task.created = kept.at order by kept.id`,
    [scheduleId],
  );
  return rows;
}

async function readAttempts(database: pg.Pool): Promise<HistoryAttempt[]> {
  const { rows } = await database.query<HistoryAttempt>(
    `select id, task_id as "taskId", number, project_id as "projectId", template_id as "templateId",
            runner_id as "runnerId", status, outcome from attempt order by id`,
  );
  return rows;
}

async function readEvents(database: pg.Pool): Promise<HistoryEvent[]> {
  const { rows } = await database.query<HistoryEvent & { id: string }>(
    `select id, task_id as "taskId", project_id as "projectId", attempt_id as "attemptId", runner_id as "runnerId", at,
            kind, from_status as "from", to_status as "to", detail from task_event order by id`,
  );
  return rows.map((event) => ({ ...event, id: Number(event.id) }));
}

async function readLimits(database: pg.Pool): Promise<Limits> {
  const projects = await database.query<{ id: number; most: number }>(
    'select id, max_parallel_tasks as most from project',
  );
  const runners = await database.query<{ id: number; most: number }>(
    `select id, coalesce(least(nullif(max_parallel_tasks, 0), nullif(own_max_parallel_tasks, 0)), 0) as most from runner`,
  );
  const templates = await database.query<{ id: number }>('select id from template where not allow_parallel_tasks');
  return {
    projects: new Map(projects.rows.map(({ id, most }) => [id, most])),
    runners: new Map(runners.rows.map(({ id, most }) => [id, most])),
    exclusiveTemplates: new Set(templates.rows.map(({ id }) => id)),
  };
}

function readSideEffects(file: string): SideEffects {
  const effects = { start: new Map<number, number>(), end: new Map<number, number>() };
  for (const [, what, task] of textOf(file).matchAll(/^(start|end) (\d+)$/gm)) {
    const counts = effects[what === 'start' ? 'start' : 'end'];
    counts.set(Number(task), (counts.get(Number(task)) ?? 0) + 1);
  }
  return { starts: effects.start, ends: effects.end };
}

/** There is no file before the first script has run. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
