import type { EntityManager } from 'typeorm';
import type { LastPlan } from './template-drift.js';

/** The last plan of each template of the project that has one. @param templateId `null` = of all */
export function lastPlans(manager: EntityManager, projectId: number, templateId: number | null): Promise<LastPlan[]> {
  return manager.query<LastPlan[]>(
    `select l.* from template x
      cross join lateral (
        select template_id, id as task_id, status, params, plan_summary from task
         where template_id = x.id and plan_summary is not null order by id desc limit 1) l
      where x.project_id = $1 and ($2::int is null or x.id = $2)`,
    [projectId, templateId],
  );
}
