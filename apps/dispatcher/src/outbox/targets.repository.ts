import type {
  ForgeRepository,
  PlanSummary,
  PullRequestApply,
  PullRequestCommentFacts,
  SentProblem,
  TaskReview,
  TaskStatus,
} from '@switchyard/contracts';
import { AlertChannel, AuditReceiver, Project } from '@switchyard/database';
import { type EntityManager, In } from 'typeorm';

export const findChannels = (manager: EntityManager, ids: readonly number[]): Promise<AlertChannel[]> =>
  manager.findBy(AlertChannel, { id: In(ids) });

export const findReceivers = (manager: EntityManager, ids: readonly number[]): Promise<AuditReceiver[]> =>
  manager.findBy(AuditReceiver, { id: In(ids) });

/** The chats that projects have of their own, by project. */
export async function findAlertChats(
  manager: EntityManager,
  projectIds: readonly number[],
): Promise<Map<number, string | null>> {
  const projects = await manager.find(Project, {
    select: { id: true, alertChat: true },
    where: { id: In(projectIds) },
  });
  return new Map(projects.map(({ id, alertChat }) => [id, alertChat]));
}

/** Who is to get a mail; `n` is the place of the message in the request, from 1 on. */
export interface MailedMember {
  n: number;
  email: string;
  language: string | null;
}

/** Users who want mail and may see the project: its members, and administrators. */
const mailed = `
  select wanted.n::int as n, "user".email, "user".language
    from unnest($1::uuid[]) with ordinality as wanted(id, n) join outbox_message on outbox_message.id = wanted.id
    join "user" on "user".id = outbox_message.target_id and "user".alert
   where "user".admin or exists (
     select from project_member member where member.project_id = outbox_message.project_id and member.user_id = "user".id)`;

/** The readers of these messages; those who left, or want no mail any more, are missing. */
export function findMailedMembers(manager: EntityManager, messageIds: readonly string[]): Promise<MailedMember[]> {
  return manager.query<MailedMember[]>(mailed, [messageIds]);
}

/** The target as it is now. */
export interface Hook {
  /** Place of the message in the request, from 1 on. */
  n: number;
  webhook: string;
  /** Ciphertext. */
  secret: string | null;
  /** Status of the task that the payload is about; null when it is gone. */
  taskStatus: TaskStatus | null;
}

const hooksOf = `
  select wanted.n::int as n, runner.webhook, runner.webhook_secret as secret,
         (select status from task where id = case when payload ->> 'task_id' ~ '^[0-9]{1,9}$' then (payload ->> 'task_id')::int end)
           as "taskStatus"
    from unnest($1::uuid[]) with ordinality as wanted(id, n) join outbox_message on outbox_message.id = wanted.id
    join runner on runner.id = outbox_message.target_id and runner.webhook <> ''`;

/** The targets of these messages; those whose runner or webhook is gone are missing. */
export function findHooks(manager: EntityManager, messageIds: readonly string[]): Promise<Hook[]> {
  return manager.query<Hook[]>(hooksOf, [messageIds]);
}

/** A repository, and the key of its API as it is stored. */
export interface ForgeTarget extends ForgeRepository {
  keyId: number;
  /** Ciphertext; null = it holds none here. */
  secret: string | null;
  /** PEM of authorities of its servers, beside those that are trusted anyway; empty = none. */
  certificates: string;
}

/** The repository of a message as it is now. */
export interface Reported extends ForgeTarget {
  /** Place of the message in the request, from 1 on. */
  n: number;
  /** Status of the task; null when it is gone. */
  status: TaskStatus | null;
  /** The reviewed plan that the task applies, and the name of the member who let it. */
  review: TaskReview | null;
  reviewer: string | null;
  /** The commit waited for approval, and has a task now. */
  isTaken: boolean;
}

const reported = `
  select wanted.n::int as n, repository.git_url, repository.forge, repository.web_url, key.id as "keyId",
         case when key.vault_reference is null then key.secret end as secret, repository.ca_certificates as certificates,
         (select status from task where id = (payload -> 'task' ->> 'id')::int) as status,
         (select review from task where id = (payload -> 'task' ->> 'id')::int) as review,
         (select u.name from task join "user" u on u.id = coalesce(task.decided_by, task.user_id)
           where task.id = (payload -> 'task' ->> 'id')::int) as reviewer,
         exists (select from task
                  where template_id = (payload -> 'template' ->> 'id')::int and id > (payload ->> 'after')::int
                    and lower(commit_hash) = payload ->> 'commit') as "isTaken"
    from unnest($1::uuid[]) with ordinality as wanted(id, n) join outbox_message on outbox_message.id = wanted.id
    join git_repository repository on repository.id = outbox_message.target_id
    join access_key key on key.id = repository.status_key_id`;

/** The repositories of these messages; those that are gone, or have no key for it any more, are missing. */
export function findReported(manager: EntityManager, messageIds: readonly string[]): Promise<Reported[]> {
  return manager.query<Reported[]>(reported, [messageIds]);
}

/** Repository, task and comment of a message as they are now. */
export interface Commented extends ForgeTarget {
  /** Place of the message in the request, from 1 on. */
  n: number;
  repositoryId: number;
  status: TaskStatus;
  plan: PlanSummary | null;
  commit: string | null;
  /** The reviewed plan that the task applies, and the name of the member who let it. */
  review: TaskReview | null;
  reviewer: string | null;
  /** How the plan of the task may be applied; null = it may not. */
  apply: PullRequestApply | null;
  /** Why the last command or merge was refused. */
  refusal: SentProblem | null;
  /** The template has a newer task of the same pull request. */
  isOlder: boolean;
  /** How the forge names the comment; null = there is none yet. */
  comment: string | null;
  /** Page of the repository that it is at; null or empty = unknown. */
  page: string | null;
}

const commented = `
  select wanted.n::int as n, repository.id as "repositoryId", repository.git_url, repository.forge, repository.web_url,
         key.id as "keyId", case when key.vault_reference is null then key.secret end as secret, repository.ca_certificates as certificates,
         task.status, task.plan_summary as plan, task.commit_hash as commit, existing.comment, existing.page,
         task.review, (select name from "user" where id = coalesce(task.decided_by, task.user_id)) as reviewer, head.refusal,
         case when task.review is null and (task.params ->> 'plan')::boolean and not (task.pull_request ->> 'fork')::boolean
               and not head.closed and starts_with(task.commit_hash, head.commit_hash) then template.pull_request_apply end as apply,
         exists (select from task newer
                  where newer.template_id = task.template_id and newer.id > task.id
                    and newer.pull_request ->> 'number' = task.pull_request ->> 'number') as "isOlder"
    from unnest($1::uuid[]) with ordinality as wanted(id, n) join outbox_message on outbox_message.id = wanted.id
    join git_repository repository on repository.id = outbox_message.target_id
    join access_key key on key.id = repository.status_key_id
    join task on task.id = (payload -> 'task' ->> 'id')::int
    join template on template.id = task.template_id
    left join pull_request_head head on head.template_id = task.template_id and head.number = (task.pull_request ->> 'number')::int
    left join pull_request_comment existing on existing.repository_id = repository.id
     and existing.template_id = task.template_id and existing.number = (task.pull_request ->> 'number')::int`;

/** Subjects of these messages; those whose repository, key or task is gone are missing. */
export const findCommented = (manager: EntityManager, messageIds: readonly string[]): Promise<Commented[]> =>
  manager.query<Commented[]>(commented, [messageIds]);

type Place = Pick<PullRequestCommentFacts, 'number' | 'template'> & Pick<Commented, 'repositoryId'>;

/** A comment, and the page of the repository that it is at. */
export type PlacedComment = Pick<Commented, 'comment' | 'page'>;

/** Notes how the forge names the comment of a template at a pull request. */
export async function keepComment(manager: EntityManager, place: Place, made: PlacedComment): Promise<void> {
  await manager.query(
    `insert into pull_request_comment (repository_id, template_id, number, comment, page)
       select $1, id, $3, $4, $5 from template where id = $2
     on conflict (repository_id, template_id, number) do update set comment = excluded.comment, page = excluded.page`,
    [place.repositoryId, place.template.id, place.number, made.comment, made.page],
  );
}
