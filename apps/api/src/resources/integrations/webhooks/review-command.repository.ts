import { Task } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import type { CommentDelivery } from '../reading/comment-delivery.js';

/** Most tasks of the template that are looked through. */
const LOOKED_AT = 2_000;

/** The task that a comment names, where it is one of the template. */
export const findNamedTask = (
  manager: EntityManager,
  task: Pick<Task, 'id' | 'projectId' | 'templateId'>,
): Promise<Task | null> => manager.findOneBy(Task, task);

/** Whether the comment is the one that reports the tasks of the template. */
export async function isOwnComment(
  manager: EntityManager,
  templateId: number,
  { number, id }: CommentDelivery,
): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    'select 1 from pull_request_comment where template_id = $1 and number = $2 and comment = $3',
    [templateId, number, id],
  );
  return rows.length > 0;
}

/** The newest plan of the last commit of a pull request; null = there is none. */
export async function findMergedTask(
  manager: EntityManager,
  templateId: number,
  number: number,
  commit: string,
): Promise<number | null> {
  const [row] = await manager.query<{ id: number }[]>(
    `select id from (select id, pull_request, commit_hash, review from task where template_id = $1 order by id desc limit ${LOOKED_AT}) task
      where pull_request ->> 'number' = $2::text and review is null and starts_with(commit_hash, $3)
      order by id desc limit 1`,
    [templateId, number, commit],
  );
  return row?.id ?? null;
}
