import { setTimeout as sleep } from 'node:timers/promises';
import { attemptAlive, settleInTurn, throwFailed, usersWhoSee } from '@switchyard/database';
import { stopIfThere } from '../life-cycle/stop-task.js';
import type { Engine } from '../ports.js';
import { perEngine } from '../statements/per-engine.js';
import { row, rows } from '../statements/sql.js';
import { type Part, PARTS, TASKS } from './project-parts.js';
import { RemovalPace } from './removal-pace.js';

/** How long one call works, in milliseconds; what is left is for the next. */
const ROUND_MS = 4_500;

/**
 * Goes on with the removal of the projects that are being deleted: what runs is stopped, then their rows go in small
 * statements, last of all the project. Whatever was interrupted is gone on with by the next call, in any process.
 * @param roundMs how long it works; one statement that removes something is always done
 * @returns how many projects are gone
 */
export async function removeProjects(engine: Engine, roundMs = ROUND_MS): Promise<number> {
  const ends = performance.now() + roundMs;
  const found = await rows<{ id: number }>(
    engine.dataSource,
    'select id from project where deleting is not null order by deleting',
  );
  const settled = await settleInTurn(found, ({ id }) => removeProject(engine, id, ends));
  throwFailed('removal of projects', settled);
  return settled.filter((each) => each.status === 'fulfilled' && each.value).length;
}

/** Ends the running tasks of a project that is being deleted, so that runners stop them. Waiting tasks are never started. */
export async function stopHeldTasks(engine: Engine, projectId: number, userId: number | null = null): Promise<void> {
  const held = await rows<{ id: number }>(
    engine.dataSource,
    `select task_id as id from attempt where project_id = $1 and ${attemptAlive()} order by task_id desc`,
    [projectId],
  );
  const settled = await settleInTurn(held, ({ id }) =>
    stopIfThere(engine, { projectId, taskId: id, userId, force: true }),
  );
  throwFailed('stopping tasks', settled);
}

/** False when there was no time for all of it. */
async function removeProject(engine: Engine, id: number, ends: number): Promise<boolean> {
  await stopHeldTasks(engine, id);
  for (const part of [TASKS, ...PARTS]) {
    if (!(await removePart(engine, id, part, ends))) {
      return false;
    }
  }
  const watchers = await usersWhoSee(engine.dataSource, id);
  const runners = await rows<{ id: number }>(engine.dataSource, 'select id from runner where project_id = $1', [id]);
  await rows(engine.dataSource, 'delete from project where id = $1 and deleting is not null', [id]);
  engine.signals.runnersChanged(runners.map((runner) => runner.id));
  engine.signals.accessChanged(watchers);
  return true;
}

interface Removed {
  n: number;
  last: number | null;
  newest: string;
}

const paces = perEngine(() => new RemovalPace());

async function removePart(engine: Engine, projectId: number, { statement }: Part, ends: number): Promise<boolean> {
  const pace = paces(engine);
  for (let after = 0; ;) {
    const began = performance.now();
    const gone = await row<Removed>(engine.dataSource, statement, [projectId, after, pace.rows]);
    const now = performance.now();
    if (!gone?.n) {
      return true;
    }
    const rest = pace.after({ took: now - began, removed: gone.n, newestTask: gone.newest }, now);
    if (now + rest >= ends) {
      return false;
    }
    after = gone.last ?? after;
    await sleep(rest);
  }
}
