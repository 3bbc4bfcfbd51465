import type { EntityManager } from 'typeorm';

/** `null` when there is no such attempt. */
export async function findTaskOfAttempt(manager: EntityManager, attemptId: number): Promise<number | null> {
  const [attempt] = await manager.query<{ task_id: number }[]>('select task_id from attempt where id = $1', [
    attemptId,
  ]);
  return attempt?.task_id ?? null;
}
