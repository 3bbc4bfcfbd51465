import type { DataSource } from 'typeorm';

/** Whether the demo has no project yet, or has had its project for long enough. */
export async function isDemoDue({ manager }: DataSource): Promise<boolean> {
  const kept = await manager.query<unknown[]>('select 1 from demo where project_id is not null and next_reset > now()');
  return kept.length === 0;
}
