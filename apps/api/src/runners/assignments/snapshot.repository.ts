import type { EntityManager } from 'typeorm';

/** Of two snapshots of one task the later one counts. */
const keeping = `
  with kept as materialized (
    select * from rows from (
        json_to_recordset($1::json) as (task_id int, project_id int, snapshot jsonb, sha256 text)) with ordinality
      as kept(task_id, project_id, snapshot, sha256, n)),
  written as (
    insert into task_snapshot (task_id, project_id, snapshot, inventory_sha256)
      select distinct on (task_id) task_id, project_id, snapshot, sha256 from kept order by task_id, n desc
      on conflict (task_id) do update set snapshot = excluded.snapshot, inventory_sha256 = excluded.inventory_sha256)
  select kept.sha256 is not null and stored.sha256 is null as missing
    from kept left join inventory_content stored
      on stored.project_id = kept.project_id and stored.sha256 = kept.sha256
   order by n`;

/**
 * Stores snapshots in one statement; answers in their order whether the text of their inventory is still to be stored.
 * @param kept JSON objects with `task_id`, `project_id`, `snapshot` and `sha256`, which is `null` without an inventory
 */
export function keepSnapshots(manager: EntityManager, kept: readonly string[]): Promise<{ missing: boolean }[]> {
  return manager.query(keeping, [`[${kept.join(',')}]`]);
}

export async function addInventoryContent(
  manager: EntityManager,
  projectId: number,
  { sha256, content }: { sha256: string | null; content: string | null },
): Promise<void> {
  await manager.query(
    'insert into inventory_content (project_id, sha256, content) values ($1, $2, $3) on conflict do nothing',
    [projectId, sha256, content],
  );
}
