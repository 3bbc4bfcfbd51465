import type { ProjectUser, Role } from '@switchyard/contracts';
import { ProjectMember } from '@switchyard/database';
import { type EntityManager, Not } from 'typeorm';

export type MemberRow = ProjectUser & { email: string };

export function findMembers(manager: EntityManager, projectId: number): Promise<MemberRow[]> {
  return manager.query<MemberRow[]>(
    `select u.id, m.user_id, u.username, u.name, u.email, m.role, m.by_group
       from project_member m join "user" u on u.id = m.user_id where m.project_id = $1`,
    [projectId],
  );
}

interface NewMember {
  projectId: number;
  userId: number;
  role: Role;
  /** Absent = given by hand. */
  byGroup?: string | null;
}

/** False when there is no such user, or he is a member already. */
export async function insertMember(
  manager: EntityManager,
  { projectId, userId, role, byGroup = null }: NewMember,
): Promise<boolean> {
  const added = await manager.query<unknown[]>(
    `insert into project_member (project_id, user_id, role, by_group)
       select $1, id, $3, $4 from "user" where id = $2 for key share on conflict do nothing returning user_id`,
    [projectId, userId, role, byGroup],
  );
  return added.length > 0;
}

/** The memberships of a user, also in projects that are being deleted. */
export const findMemberships = (manager: EntityManager, userId: number): Promise<ProjectMember[]> =>
  manager.findBy(ProjectMember, { userId });

export async function findProjectIds(manager: EntityManager): Promise<number[]> {
  const rows = await manager.query<{ id: number }[]>('select id from project where deleting is null order by id');
  return rows.map(({ id }) => id);
}

/** A member who is known to be there. @throws when there is none */
export const getMember = (manager: EntityManager, projectId: number, userId: number): Promise<ProjectMember> =>
  manager.findOneByOrFail(ProjectMember, { projectId, userId });

/** The member, locked until the transaction ends. */
export const lockMemberRow = (
  manager: EntityManager,
  projectId: number,
  userId: number,
): Promise<ProjectMember | null> =>
  manager.findOne(ProjectMember, { where: { projectId, userId }, lock: { mode: 'pessimistic_write' } });

/** Stores the role, and which group gives it. */
export async function storeRole(
  manager: EntityManager,
  { projectId, userId, role, byGroup }: ProjectMember,
): Promise<void> {
  await manager.update(ProjectMember, { projectId, userId }, { role, byGroup });
}

export async function deleteMember(manager: EntityManager, projectId: number, userId: number): Promise<void> {
  await manager.delete(ProjectMember, { projectId, userId });
}

export const countOwners = (manager: EntityManager, projectId: number): Promise<number> =>
  manager.countBy(ProjectMember, { projectId, role: 'owner' });

/** Members who take a seat: all but guests. */
export const countSeats = (manager: EntityManager, projectId: number): Promise<number> =>
  manager.countBy(ProjectMember, { projectId, role: Not('guest') });

export async function lockOwners(manager: EntityManager, projectId: number): Promise<void> {
  await manager.query(
    `select 1 from project_member where project_id = $1 and role = 'owner' order by user_id for update`,
    [projectId],
  );
}
