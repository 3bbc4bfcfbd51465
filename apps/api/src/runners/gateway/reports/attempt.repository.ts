import type { AttemptLease } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';

/** `null` when there is no such attempt. */
export async function findTaskOfAttempt(manager: EntityManager, attemptId: number): Promise<number | null> {
  const [attempt] = await manager.query<{ task_id: number }[]>('select task_id from attempt where id = $1', [
    attemptId,
  ]);
  return attempt?.task_id ?? null;
}

/** Where the lines of an attempt go. */
export interface LogPlace {
  attempt_id: number;
  lease_id: string;
  task_id: number;
  /** Number of the log. */
  attempt: number;
  /** Number of the line in the log that is line 0 of the attempt. */
  base_line: number;
}

/** The logs that these attempts of the runner write, if their leases still hold. */
export function findLogPlaces(
  manager: EntityManager,
  runnerId: number,
  held: readonly AttemptLease[],
): Promise<LogPlace[]> {
  return manager.query<LogPlace[]>(
    `select l.attempt_id, l.lease_id, l.task_id, l.attempt, l.base_line
       from attempt_log l join attempt on attempt.id = l.attempt_id and attempt.runner_id = $1
      where l.attempt_id = any($2::int[]) and l.lease_id = any($3::uuid[])`,
    [runnerId, held.map(({ attempt }) => attempt), held.map(({ lease }) => lease)],
  );
}
