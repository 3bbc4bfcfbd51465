import type { EntityManager } from 'typeorm';

/** Most builds that are walked through to find a version: deploys of deploys of … a build. */
const MAX_CHAIN = 20;

/** The incoming version is that of the nearest build behind a chain of deploys. */
const incomingQuery = `
  with recursive chain as (
    select t.id, t.build_task_id, t.version, template.type, 1 as depth
      from task t join template on template.id = t.template_id where t.id = $1::int
    union all
    select t.id, t.build_task_id, t.version, template.type, depth + 1
      from chain join task t on t.id = chain.build_task_id join template on template.id = t.template_id
     where chain.type <> 'build' and depth < ${MAX_CHAIN})
  select version from chain where type = 'build' order by depth limit 1`;

/** The version of the nearest build behind the task that a deploy takes over. */
export async function findIncomingVersion(manager: EntityManager, buildTaskId: number): Promise<string | null> {
  const [found] = await manager.query<{ version: string | null }[]>(incomingQuery, [buildTaskId]);
  return found?.version ?? null;
}
