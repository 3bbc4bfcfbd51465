import type { Task } from '@switchyard/database';
import { QueryFailedError, type EntityManager } from 'typeorm';
import { announceTasks } from './announce-tasks.js';
import { nextVersion } from './build-version.js';
import { NotFoundError } from './errors.js';
import { insertTask } from './insert-task.js';
import type { NewTask } from './new-task.js';
import type { Engine } from './ports.js';
import { row, type Executor } from './sql.js';
import { readOrigin, type TaskOrigin } from './task-origin.js';

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Stores a task as `waiting`, with its activity record, and wakes a drain.
 * @throws NotFoundError when template, inventory or build task is unknown or of another project
 */
export async function createTask(engine: Engine, task: NewTask): Promise<Task> {
  const origin = await readOrigin(engine.dataSource, task);
  const store = (on: Executor, version: string | null) => insertTask(engine.dataSource, on, task, origin, version);
  const { entity, update } = await refusingDeleted(() =>
    origin.type === 'build'
      ? engine.dataSource.transaction(async (manager) => store(manager, await buildVersion(manager, task, origin)))
      : store(engine.dataSource, null),
  );
  announceTasks(engine, [update]);
  engine.signals.dispatchNeeded('task created');
  return entity;
}

/** Builds of one template wait for each other here, so that no number is given twice. */
async function buildVersion(manager: EntityManager, task: NewTask, origin: TaskOrigin): Promise<string> {
  await row(manager, 'select id from template where id = $1 for no key update', [task.templateId]);
  const previous = await row<{ version: string | null }>(
    manager,
    'select version from task where template_id = $1 order by id desc limit 1',
    [task.templateId],
  );
  return nextVersion(origin.startVersion, previous?.version ?? null);
}

/** What was deleted between reading and storing is as unknown as what never was. */
async function refusingDeleted<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    const { code } = error instanceof QueryFailedError ? (error.driverError as { code?: string }) : {};
    throw code === FOREIGN_KEY_VIOLATION ? new NotFoundError('template') : error;
  }
}
