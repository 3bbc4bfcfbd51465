import type { TaskStatus } from '@switchyard/contracts';
import { AlertChannel, Project } from '@switchyard/database';
import { type EntityManager, In } from 'typeorm';

export const findChannels = (manager: EntityManager, ids: readonly number[]): Promise<AlertChannel[]> =>
  manager.findBy(AlertChannel, { id: In(ids) });

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
