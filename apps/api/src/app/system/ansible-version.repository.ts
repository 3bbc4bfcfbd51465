import type { EntityManager } from 'typeorm';

/** The version that the runner reported which was seen last; `''` when none has Ansible. */
export async function findAnsibleVersion(manager: EntityManager): Promise<string> {
  const [row] = await manager.query<{ version: string }[]>(
    `select app ->> 'version' as version from runner, jsonb_array_elements(apps) app
      where active and app ->> 'id' = 'ansible' order by touched desc nulls last limit 1`,
  );
  return row?.version ?? '';
}
