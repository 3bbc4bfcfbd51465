import { Demo } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** When the demo is reset next; null = there is none yet. */
export async function findDemoReset(manager: EntityManager): Promise<Date | null> {
  const demo = await manager.findOneBy(Demo, { id: 1 });
  return demo?.projectId ? demo.nextReset : null;
}

/** The version that the runner reported which was seen last; `''` when none has Ansible. */
export async function findAnsibleVersion(manager: EntityManager): Promise<string> {
  const [row] = await manager.query<{ version: string }[]>(
    `select app ->> 'version' as version from runner, jsonb_array_elements(apps) app
      where active and app ->> 'id' = 'ansible' order by touched desc nulls last limit 1`,
  );
  return row?.version ?? '';
}
