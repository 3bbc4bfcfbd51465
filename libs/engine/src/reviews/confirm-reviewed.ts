import type { TaskReview } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';
import { type MovedTask, mover } from '../life-cycle/mover.js';
import { row } from '../statements/sql.js';

const confirm = mover('confirmed', ['task', 'project']);

interface Compared {
  plan: TaskReview['plan'];
  /** Who let the reviewed plan be applied; null = nobody who is known here. */
  user_id: number | null;
}

/**
 * Confirms the plan of a task that waits for a decision, where it does what the reviewed plan does; in the name of the person who approved it. Else the
 * task keeps why it waits.
 * @returns undefined when it waits
 */
export async function confirmReviewed(
  manager: EntityManager,
  { id, project_id: project }: Pick<MovedTask, 'id' | 'project_id'>,
): Promise<MovedTask | undefined> {
  const compared = await row<Compared>(manager, comparison, [id]);
  return compared?.plan === 'same'
    ? (await confirm(manager, [{ task: id, project, actor: compared.user_id }]))[0]
    : undefined;
}

const comparison = `
  with compared as (
    select case when task.plan_digest is null or reviewed.plan_digest is null then 'unknown'
                when task.plan_digest = reviewed.plan_digest then 'same' else 'different' end as plan
      from task left join task reviewed on reviewed.id = (task.review ->> 'task_id')::int and reviewed.project_id = task.project_id
     where task.id = $1)
  update task set review = review || jsonb_build_object('plan', compared.plan)
    from compared where task.id = $1
  returning compared.plan, task.user_id`.trim();
