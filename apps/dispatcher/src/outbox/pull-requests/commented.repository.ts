import type { ForgeRepository, PlanSummary, PullRequestCommentFacts, TaskStatus } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';

/** Repository, task and comment of a message as they are now. */
export interface Commented extends ForgeRepository {
  /** Place of the message in the request, from 1 on. */
  n: number;
  repositoryId: number;
  keyId: number;
  /** Ciphertext of the key; null = it holds none here. */
  secret: string | null;
  status: TaskStatus;
  plan: PlanSummary | null;
  commit: string | null;
  /** The template has a newer task of the same pull request. */
  isOlder: boolean;
  /** How the forge names the comment; null = there is none yet. */
  comment: string | null;
}

const commented = `
  select wanted.n::int as n, repository.id as "repositoryId", repository.git_url, repository.forge, repository.web_url,
         key.id as "keyId", case when key.vault_reference is null then key.secret end as secret,
         task.status, task.plan_summary as plan, task.commit_hash as commit, existing.comment,
         exists (select from task newer
                  where newer.template_id = task.template_id and newer.id > task.id
                    and newer.pull_request ->> 'number' = task.pull_request ->> 'number') as "isOlder"
    from unnest($1::uuid[]) with ordinality as wanted(id, n) join outbox_message on outbox_message.id = wanted.id
    join git_repository repository on repository.id = outbox_message.target_id
    join access_key key on key.id = repository.status_key_id
    join task on task.id = (payload -> 'task' ->> 'id')::int
    left join pull_request_comment existing on existing.repository_id = repository.id
     and existing.template_id = task.template_id and existing.number = (task.pull_request ->> 'number')::int`;

/** What these messages are about; those whose repository, key or task is gone are missing. */
export const findCommented = (manager: EntityManager, messageIds: readonly string[]): Promise<Commented[]> =>
  manager.query<Commented[]>(commented, [messageIds]);

type Place = Pick<PullRequestCommentFacts, 'number' | 'template'> & Pick<Commented, 'repositoryId'>;

/** Notes how the forge names the comment of a template at a pull request. */
export async function keepComment(manager: EntityManager, place: Place, comment: string): Promise<void> {
  await manager.query(
    `insert into pull_request_comment (repository_id, template_id, number, comment)
       select $1, id, $3, $4 from template where id = $2
     on conflict (repository_id, template_id, number) do update set comment = excluded.comment`,
    [place.repositoryId, place.template.id, place.number, comment],
  );
}

/** Forgets a comment that people have deleted at the forge. */
export async function forgetComment(manager: EntityManager, place: Place): Promise<void> {
  await manager.query(
    'delete from pull_request_comment where repository_id = $1 and template_id = $2 and number = $3',
    [place.repositoryId, place.template.id, place.number],
  );
}
