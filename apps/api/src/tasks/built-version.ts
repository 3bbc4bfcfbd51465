import { MAX_BUILD_CHAIN } from '@switchyard/contracts';

/**
 * SQL expression: the version that a task takes from the task `id` it builds on, which is that of the nearest build behind
 * a chain of deploys; null without one. No alias in it is
 * `t`, so that `id` may be a column of that name.
 */
export const builtVersion = (id: string): string => `(
  with recursive chain as (
    select link.build_task_id, link.version, template.type, 1 as depth
      from task link join template on template.id = link.template_id where link.id = ${id}
    union all
    select link.build_task_id, link.version, template.type, depth + 1
      from chain join task link on link.id = chain.build_task_id join template on template.id = link.template_id
     where chain.type <> 'build' and depth < ${MAX_BUILD_CHAIN})
  select version from chain where type = 'build' order by depth limit 1)`;
