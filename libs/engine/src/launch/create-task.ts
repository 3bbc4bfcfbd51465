import { StatementBatcher, type Task } from '@switchyard/database';
import { type EntityManager, QueryFailedError } from 'typeorm';
import { announceTasks } from '../life-cycle/announce-tasks.js';
import { nextVersion } from './build-version.js';
import { MissingReferenceError } from '../errors.js';
import { insertTask, insertTasks, type StoredTask } from './insert-tasks.js';
import type { KnownLaunch } from './launch-keys.js';
import type { NewTask } from './new-task.js';
import { isWebhook, keepOnce, type OnceKey, takeOnce } from './once.js';
import { perEngine } from '../statements/per-engine.js';
import type { Engine } from '../ports.js';
import { row } from '../statements/sql.js';
import { storeFresh, storeWebhookTask, type StoredWebhook } from './store-webhook-tasks.js';
import { draftOf, type TaskDraft } from './task-draft.js';
import { readSources, type TaskSources } from './task-sources.js';
import { tracedLaunch } from './traced-launch.js';

const FOREIGN_KEY_VIOLATION = '23503';

interface Insertion {
  draft: TaskDraft;
  notifiesRunners: boolean;
}

/**
 * Stores a task as `waiting`, with its activity record, and wakes a drain. Calls at the same time share a statement.
 * @param known the sources of the task, where the caller has read it for its own checks
 * @throws MissingReferenceError when template, inventory or build task is unknown or of another project
 */
export function createTask(engine: Engine, task: NewTask, known?: TaskSources): Promise<Task> {
  return tracedLaunch(engine, task, (traced) => storeTask(engine, traced, known));
}

async function storeTask(engine: Engine, task: NewTask, known?: TaskSources): Promise<Task> {
  const sources = known ?? (await readSources(engine, task));
  const build = sources.template.type === 'build';
  const stored = await refusingDeleted(() =>
    build
      ? createBuild(engine, task, sources)
      : insertions(engine).run({ draft: draftOf(task, sources, null), notifiesRunners: sources.notifiesRunners }),
  );
  return announced(engine, stored);
}

/**
 * As `createTask`, for a launch with a key: where a launch of the same key came first, nothing is stored and that one is
 * answered. Webhooks at the same time share a transaction, but for builds, which wait for each other.
 */
export function createTaskOnce(
  engine: Engine,
  task: NewTask,
  sources: TaskSources,
  launch: OnceKey,
): Promise<Launched> {
  return tracedLaunch(engine, task, (traced) => storeTaskOnce(engine, traced, sources, launch));
}

type Launched = { task: Task } | { known: KnownLaunch };

async function storeTaskOnce(engine: Engine, task: NewTask, sources: TaskSources, launch: OnceKey): Promise<Launched> {
  const result = await refusingDeleted(() => {
    const isBuild = sources.template.type === 'build';
    return isWebhook(launch) && !isBuild
      ? storeWebhookTask(engine, {
          key: launch,
          draft: draftOf(task, sources, null),
          notifiesRunners: sources.notifiesRunners,
        })
      : storeOnce(engine, task, sources, launch);
  });
  return 'stored' in result ? { task: announced(engine, result.stored) } : { known: result.known };
}

function storeOnce(engine: Engine, task: NewTask, sources: TaskSources, launch: OnceKey): Promise<StoredWebhook> {
  return engine.dataSource.transaction(async (manager) => {
    const known = await takeOnce(manager, launch);
    if (known) {
      return { known };
    }
    const version = sources.template.type === 'build' ? await buildVersion(manager, task, sources) : null;
    const draft = draftOf(task, sources, version);
    if (isWebhook(launch)) {
      return onlyOf(await storeFresh(manager, [{ key: launch, draft, notifiesRunners: sources.notifiesRunners }]));
    }
    const stored = await insertTask(manager, draft, sources.notifiesRunners);
    await keepOnce(manager, launch, stored.entity.id);
    return { stored };
  });
}

function onlyOf([first]: readonly StoredWebhook[]): StoredWebhook {
  if (!first) {
    throw new Error('nothing was stored of one task');
  }
  return first;
}

export function announced(engine: Engine, stored: StoredTask): Task {
  announceTasks(engine, [stored.update]);
  engine.signals.dispatchNeeded('task created');
  return stored.entity;
}

const insertions = perEngine(
  (engine) =>
    new StatementBatcher((tasks: readonly Insertion[]) => {
      const drafts = tasks.map(({ draft }) => draft);
      const notifiesRunners = tasks.some((task) => task.notifiesRunners);
      return insertTasks(engine.dataSource, drafts, notifiesRunners);
    }),
);

/**
 * Builds of one template wait for each other at its row, so that no number is given twice. The transaction takes the
 * row of no other template.
 */
function createBuild(engine: Engine, task: NewTask, sources: TaskSources): Promise<StoredTask> {
  return engine.dataSource.transaction(async (manager) => {
    const version = await buildVersion(manager, task, sources);
    return insertTask(manager, draftOf(task, sources, version), sources.notifiesRunners);
  });
}

async function buildVersion(manager: EntityManager, task: NewTask, { template }: TaskSources): Promise<string> {
  await row(manager, 'select id from template where id = $1 for no key update', [task.templateId]);
  const previous = await row<{ version: string | null }>(
    manager,
    'select version from task where template_id = $1 order by id desc limit 1',
    [task.templateId],
  );
  return nextVersion(template.startVersion ?? '', previous?.version ?? null);
}

/** Answers an object that was deleted between reading and storing like one that never was. */
async function refusingDeleted<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    const { code } = error instanceof QueryFailedError ? (error.driverError as { code?: string }) : {};
    throw code === FOREIGN_KEY_VIOLATION ? new MissingReferenceError('template_id') : error;
  }
}
