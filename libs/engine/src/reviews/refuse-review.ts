import { commitProgressOf, type Problem, sentProblem, type TaskStatus } from '@switchyard/contracts';
import type { Engine } from '../ports.js';
import { row, rows } from '../statements/sql.js';

/** A command or merge that applies nothing. */
export interface RefusedReview {
  templateId: number;
  /** Number of the pull request. */
  number: number;
  problem: Problem;
}

/** Most tasks of the template that are looked through for one of the pull request. */
const LOOKED_AT = 2_000;

const newest = `
  select id, status from (select id, status, pull_request from task where template_id = $1 order by id desc limit ${LOOKED_AT}) task
   where pull_request ->> 'number' = $2::text order by id desc limit 1`;

/** One message that waits is enough: its text is made when it is sent. */
const insert = `
  insert into outbox_message (id, kind, target_id, project_id, payload)
    select gen_random_uuid(), 'pull_request_comment', repository.id, template.project_id,
           jsonb_build_object('progress', $4::text, 'number', $2::int, 'project', jsonb_build_object('id', template.project_id),
             'template', jsonb_build_object('id', template.id, 'name', left(template.name, 100)), 'task', jsonb_build_object('id', $3::int))
      from template join git_repository repository on repository.id = template.repository_id and repository.status_key_id is not null
     where template.id = $1 and not exists (
       select from outbox_message waiting where waiting.kind = 'pull_request_comment' and waiting.target_id = repository.id
          and waiting.status = 'pending' and waiting.payload -> 'task' ->> 'id' = $3::text)
  returning project_id as "projectId"`;

/** Keeps why nothing is applied, and has the comment at the pull request say so. Without a task of the pull request there is no comment. */
export async function refuseReview(
  { dataSource, signals }: Pick<Engine, 'dataSource' | 'signals'>,
  { templateId, number, problem }: RefusedReview,
): Promise<void> {
  await rows(dataSource, 'update pull_request_head set refusal = $3 where template_id = $1 and number = $2', [
    templateId,
    number,
    JSON.stringify(sentProblem(problem)),
  ]);
  const task = await row<{ id: number; status: TaskStatus }>(dataSource, newest, [templateId, number]);
  if (!task) {
    return;
  }
  const progress = commitProgressOf(task.status) ?? 'running';
  const written = await rows<{ projectId: number }>(dataSource, insert, [templateId, number, task.id, progress]);
  if (written.length > 0) {
    signals.messagesWritten();
    signals.deliveryListsChanged(written.map(({ projectId }) => ({ projectId, of: 'alerts' })));
  }
}
