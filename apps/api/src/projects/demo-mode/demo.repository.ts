import { Demo, ProjectMember, User } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';

/** Visitors whose last request was longer ago are gone. */
const IDLE_MINUTES = 60;

const GONE = `visitor and created < now() - interval '1 minute' and not exists (
  select 1 from session s where s.user_id = "user".id and not s.expired
    and s.last_active > now() - make_interval(mins => ${IDLE_MINUTES}))`;

/** The demo that is due, for this transaction alone; null = it is not, or another process sees to it. */
export async function lockDueDemo(manager: EntityManager): Promise<{ projectId: number | null } | null> {
  await manager.query('insert into demo (id) values (1) on conflict do nothing');
  const [due] = await manager.query<{ projectId: number | null }[]>(
    `select project_id as "projectId" from demo
      where id = 1 and (project_id is null or next_reset <= now()) for update skip locked`,
  );
  return due ?? null;
}

/** @param hours until the next reset */
export async function keepDemo(manager: EntityManager, projectId: number, hours: number): Promise<void> {
  await manager.query('update demo set project_id = $1, next_reset = now() + make_interval(hours => $2) where id = 1', [
    projectId,
    hours,
  ]);
}

/** Whose project the demo is: the first administrator. Null = there is none yet. */
export async function findKeeper(manager: EntityManager): Promise<Caller | null> {
  const [user] = await manager.find(User, { where: { admin: true }, order: { id: 'ASC' }, take: 1 });
  return user
    ? {
        userId: user.id,
        username: user.username,
        name: user.name,
        admin: true,
        via: 'session',
        sessionId: null,
        fresh: false,
        tokenId: null,
        tokenEnd: null,
        scopes: [],
      }
    : null;
}

/** Returns the id of the project that visitors use, and locks it against a reset; null = there is none yet. */
export async function holdDemoProject(manager: EntityManager): Promise<number | null> {
  const [demo] = await manager.query<{ id: number | null }[]>('select project_id as id from demo for update');
  return demo?.id ?? null;
}

export function countVisitors(manager: EntityManager): Promise<number> {
  return manager.countBy(User, { visitor: true });
}

/** Their tasks stay, without a user. */
export async function removeIdleVisitors(manager: EntityManager): Promise<void> {
  await manager.query(`delete from "user" where ${GONE}`);
}

/** @returns their ids */
export async function admitVisitors(manager: EntityManager, projectId: number): Promise<number[]> {
  const admitted = await manager.query<{ id: number }[]>(
    `insert into project_member (project_id, user_id, role)
       select $1, id, 'task_runner' from "user" where visitor returning user_id as id`,
    [projectId],
  );
  return admitted.map(({ id }) => id);
}

/** A new account without a password, which may run the tasks of the project. @param name unique */
export async function addVisitor(manager: EntityManager, projectId: number, name: string): Promise<number> {
  const username = `visitor-${name}`;
  const account = { username, name: `Visitor ${name}`, email: `${username}@demo.invalid` };
  const { id } = await manager.save(manager.create(User, { ...account, external: true, visitor: true }));
  await manager.insert(ProjectMember, { projectId, userId: id, role: 'task_runner' });
  return id;
}

/** When the demo is reset next; null = there is none yet. */
export async function findDemoReset(manager: EntityManager): Promise<Date | null> {
  const demo = await manager.findOneBy(Demo, { id: 1 });
  return demo?.projectId ? demo.nextReset : null;
}
