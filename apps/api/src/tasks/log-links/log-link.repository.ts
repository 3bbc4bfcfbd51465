import {
  LOG_LINK_PERMISSION,
  ROLE_PERMISSIONS,
  ROLES,
  allows,
  type Role,
  type TaskStatus,
} from '@switchyard/contracts';
import { LogLink } from '@switchyard/database';
import { type EntityManager, MoreThan } from 'typeorm';

/** Roles that may make links. */
const MAKERS: readonly Role[] = ROLES.filter((role) => allows(ROLE_PERMISSIONS[role], LOG_LINK_PERMISSION));

/** Links that work, of which `$1` are the roles: nothing has ended them, and their makers may make links still. */
const LIVE = `
  log_link l
    join project p on p.id = l.project_id and p.allow_log_links and p.deleting is null
    join "user" u on u.id = l.created_by
   where l.expires > now()
     and (u.admin or exists (select from project_member m
                              where m.project_id = l.project_id and m.user_id = l.created_by and m.role = any($1)))`;

/** A link that works, with who made it. */
export interface LiveLink {
  id: number;
  created: Date;
  expires: Date;
  opened: Date | null;
  user_id: number;
  user_name: string;
}

/** Answers the link as it is stored. */
export async function insertLink(
  manager: EntityManager,
  fresh: Pick<LogLink, 'projectId' | 'taskId' | 'createdBy' | 'expires' | 'tokenHash'>,
): Promise<LogLink> {
  const { id } = await manager.save(manager.create(LogLink, fresh));
  return manager.findOneByOrFail(LogLink, { id });
}

export async function deleteLink(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(LogLink, { id });
}

/** Newest first. */
export function findLiveLinks(manager: EntityManager, projectId: number, taskId: number): Promise<LiveLink[]> {
  return manager.query<LiveLink[]>(
    `select l.id, l.created, l.expires, l.opened, u.id as user_id, u.name as user_name
       from ${LIVE} and l.project_id = $2 and l.task_id = $3 order by l.id desc`,
    [MAKERS, projectId, taskId],
  );
}

/** Target of a link. */
export interface LinkedLog {
  id: number;
  projectId: number;
  taskId: number;
  expires: Date;
  opened: Date | null;
}

export async function findLinkedLog(manager: EntityManager, tokenHash: string): Promise<LinkedLog | undefined> {
  const [row] = await manager.query<LinkedLog[]>(
    `select l.id, l.project_id as "projectId", l.task_id as "taskId", l.expires, l.opened from ${LIVE} and l.token_hash = $2`,
    [MAKERS, tokenHash],
  );
  return row;
}

/** Task as readers of its log see it. */
interface LinkedTask {
  template: string;
  app: string;
  status: TaskStatus;
  created: Date;
  started: Date | null;
  ended: Date | null;
}

export async function findLinkedTask(manager: EntityManager, taskId: number): Promise<LinkedTask | undefined> {
  const [row] = await manager.query<LinkedTask[]>(
    `select p.name as template, t.app, t.status, t.created, t.started, t.ended
       from task t join template p on p.id = t.template_id where t.id = $1`,
    [taskId],
  );
  return row;
}

/** Whether the project allows links, which it does not change before the transaction ends; others that ask so wait. */
export async function holdSetting(manager: EntityManager, projectId: number): Promise<boolean> {
  const [row] = await manager.query<{ allowed: boolean }[]>(
    'select allow_log_links as allowed from project where id = $1 and deleting is null for no key update',
    [projectId],
  );
  return row?.allowed ?? false;
}

export function countLiveLinks(manager: EntityManager, taskId: number): Promise<number> {
  return manager.countBy(LogLink, { taskId, expires: MoreThan(new Date()) });
}

/** Answers the moment, unless the log was opened by the link before. */
export async function markOpened(manager: EntityManager, id: number): Promise<Date | undefined> {
  const [[row]] = await manager.query<[{ opened: Date }[], number]>(
    'update log_link set opened = now() where id = $1 and opened is null returning opened',
    [id],
  );
  return row?.opened;
}

/** Ends the links of a project for good. @param userId those that this user made; absent = all */
export async function endLinks(manager: EntityManager, projectId: number, userId?: number): Promise<void> {
  await manager.delete(LogLink, { projectId, ...(userId !== undefined && { createdBy: userId }) });
}

/** Ends the links of a member who may not make any as what he is now. @param role `null` = he left */
export async function endLinksUnlessMaker(
  manager: EntityManager,
  { projectId, userId, role }: { projectId: number; userId: number; role: Role | null },
): Promise<void> {
  if (role === null || !MAKERS.includes(role)) {
    await endLinks(manager, projectId, userId);
  }
}
