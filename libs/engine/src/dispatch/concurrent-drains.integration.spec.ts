import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource, type Runner, type Template } from '@switchyard/database';
import {
  migratedDatabase,
  newProject,
  newRunner,
  newTemplate,
  type MigratedDatabase,
} from '@switchyard/database/testing';
import type { DataSource } from 'typeorm';
import { assignTasks } from './assign-tasks.js';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { readAssignments } from '../runners/runner-assignments.js';
import type { Engine } from '../ports.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { READABLE, readableBlobs, RecordedSignals } from '../testing/engine-fixture.js';
import { ProjectRotation } from './project-rotation.js';

const DRAINERS = 3;
const TASKS = 400;
const PROJECT_LIMIT = 5;
const RUNNER_LIMIT = 3;

describe('several drainers at once', () => {
  let database: MigratedDatabase;
  let sources: DataSource[];
  let runners: Runner[];
  let templates: Template[];

  beforeAll(async () => {
    database = await migratedDatabase(12);
    sources = await Promise.all(
      Array.from({ length: DRAINERS }, () => createDataSource(database.url, { poolSize: 3 }).initialize()),
    );
    runners = await Promise.all(
      Array.from({ length: 8 }, () => newRunner(database.dataSource, { maxParallelTasks: RUNNER_LIMIT })),
    );
    const projects = await Promise.all(
      Array.from({ length: 4 }, () => newProject(database.dataSource, { maxParallelTasks: PROJECT_LIMIT })),
    );
    templates = await Promise.all(
      projects.flatMap(({ id: projectId }) => [
        newTemplate(database.dataSource, { projectId, allowParallelTasks: true }),
        newTemplate(database.dataSource, { projectId }),
      ]),
    );
    await watchLimits();
    await database.dataSource.query(
      `insert into task (project_id, template_id, status, app)
         select t.project_id, t.id, 'waiting', 'bash' from generate_series(1, $1) n join template t
           on t.id = ($2::int[])[1 + n % array_length($2::int[], 1)]`,
      [TASKS, templates.map((template) => template.id)],
    );
  });
  afterAll(async () => {
    await Promise.all(sources.map((source) => source.destroy()));
    await database.drop();
  });

  /** Notes after every change of an attempt, at its commit, each limit that is broken. */
  async function watchLimits(): Promise<void> {
    await database.dataSource.query(`
      create table broken (what text);
      create function watch() returns trigger language plpgsql as $$ begin
        insert into broken select 'project' from attempt where status <> 'ended' group by project_id having count(*) > ${PROJECT_LIMIT};
        insert into broken select 'runner' from attempt where status <> 'ended' group by runner_id having count(*) > ${RUNNER_LIMIT};
        insert into broken select 'template' from attempt a join template t on t.id = a.template_id
          where a.status <> 'ended' and not t.allow_parallel_tasks group by t.id having count(*) > 1;
        return null; end $$;
      create constraint trigger watch after insert or update on attempt deferrable initially deferred
        for each row execute function watch();`);
  }

  const engines = (): Engine[] =>
    sources.map((dataSource) => ({
      dataSource,
      signals: new RecordedSignals(),
      secrets: READABLE,
      blobs: readableBlobs(dataSource),
    }));

  async function drainUntilDone(engine: Engine): Promise<void> {
    const rotation = new ProjectRotation();
    while (await left()) {
      await assignTasks(engine, rotation);
    }
  }

  async function left(): Promise<boolean> {
    const [row] = await database.dataSource.query<{ left: boolean }[]>(
      `select exists (select from task where status in ('waiting', 'starting', 'running')) as left`,
    );
    return row?.left ?? false;
  }

  async function work(runner: Runner, engine: Engine): Promise<number> {
    let done = 0;
    while (await left()) {
      for (const { attempt, lease } of (await readAssignments(engine, runner.id, { held: [] })).jobs) {
        await startAttempt(engine, runner.id, { attempt, lease });
        const end = {
          outcome: 'success' as const,
          exit_code: 0,
          signal: null,
          reason: null,
          problem: null,
          lines: 0,
          bytes: 0,
        };
        await finishAttempt(engine, runner.id, { attempt, lease, ...end });
        done += 1;
      }
    }
    return done;
  }

  it('should run every task once and never exceed a limit', async () => {
    const api: Engine = {
      dataSource: database.dataSource,
      signals: new RecordedSignals(),
      secrets: READABLE,
      blobs: readableBlobs(database.dataSource),
    };
    const [done] = await Promise.all([
      Promise.all(runners.map((runner) => work(runner, api))),
      Promise.all(engines().map(drainUntilDone)),
    ]);
    expect(done.reduce((sum, count) => sum + count)).toBe(TASKS);
    const counts: unknown = await database.dataSource.query(
      `select (select count(*)::int from attempt) as attempts, (select count(*)::int from broken) as broken,
              (select count(*)::int from task where status = 'success') as succeeded`,
    );
    expect(counts).toEqual([{ attempts: TASKS, broken: 0, succeeded: TASKS }]);
  });
});
