import type { Engine } from '../ports.js';
import { type Executor, row, rows } from '../statements/sql.js';

/** How long a launch is known by its key, in hours. */
const LAUNCH_KEY_HOURS = 24;

/** The name a client gives one launch, so that a repeated request starts nothing new. */
export interface LaunchKey {
  projectId: number;
  userId: number;
  key: string;
  /** The request, in a form that only the caller understands. */
  fingerprint: string;
}

/** The launch that a key stands for. */
export interface KnownLaunch {
  taskId: number;
  fingerprint: string;
}

const known = `created > now() - interval '${LAUNCH_KEY_HOURS} hours'`;

/** The launch of this key, if there was one. */
export function readLaunch(
  on: Executor,
  { projectId, userId, key }: Omit<LaunchKey, 'fingerprint'>,
): Promise<KnownLaunch | undefined> {
  return row<KnownLaunch>(
    on,
    `select task_id as "taskId", fingerprint from launch_key
      where project_id = $1 and user_id = $2 and key = $3 and task_id is not null and ${known}`,
    [projectId, userId, key],
  );
}

/**
 * Takes the key for a task that the same transaction stores. Waits for a transaction that has taken it before: then
 * answers the launch of that one.
 */
export async function takeLaunchKey(on: Executor, launch: LaunchKey): Promise<KnownLaunch | undefined> {
  const { projectId, userId, key, fingerprint } = launch;
  const taken = await rows(
    on,
    `insert into launch_key (project_id, user_id, key, fingerprint) values ($1, $2, $3, $4)
     on conflict (project_id, user_id, key) do update
       set fingerprint = excluded.fingerprint, created = now(), task_id = null where not launch_key.${known}
     returning key`,
    [projectId, userId, key, fingerprint],
  );
  return taken.length > 0 ? undefined : readLaunch(on, launch);
}

export async function keepLaunch(on: Executor, { projectId, userId, key }: LaunchKey, taskId: number): Promise<void> {
  await rows(on, 'update launch_key set task_id = $4 where project_id = $1 and user_id = $2 and key = $3', [
    projectId,
    userId,
    key,
    taskId,
  ]);
}

/** Deletes the keys of launches that are too old to be repeated. */
export async function deleteOldLaunchKeys({ dataSource }: Pick<Engine, 'dataSource'>): Promise<void> {
  await rows(dataSource, `delete from launch_key where not ${known}`);
}
