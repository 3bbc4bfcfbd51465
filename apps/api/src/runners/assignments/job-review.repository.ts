import type { JobReview } from '@switchyard/contracts';
import { Task } from '@switchyard/database';
import type { SecretBox } from '@switchyard/server';
import type { EntityManager } from 'typeorm';

type Planned = Pick<Task, 'projectId' | 'pullRequest' | 'review'>;

/** Members that make the plan of a pull request comparable with another one of its project; null for other tasks. */
export async function jobReview(
  manager: EntityManager,
  box: Pick<SecretBox, 'token'>,
  { projectId, pullRequest, review }: Planned,
): Promise<JobReview | null> {
  if (pullRequest === null) {
    return null;
  }
  const key = box.token(`plan_digest:${projectId}`);
  if (review === null) {
    return { key, reviewed: null };
  }
  const where = { id: review.task_id, projectId };
  const reviewed = await manager.findOne(Task, { select: { id: true, planDigest: true }, where });
  return { key, reviewed: { task_id: review.task_id, digest: reviewed?.planDigest ?? null } };
}
