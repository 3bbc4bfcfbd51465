import type { ProjectMember } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import { badRequest, notFound, refusal } from '../../platform/http/refusals.js';
import { holdProject } from '../../platform/database/project-row.repository.js';
import { countOwners, lockMemberRow, lockOwners } from './member.repository.js';

/**
 * The member, locked together with the owners of the project, so that two changes at once cannot leave it without one.
 * @throws 404
 */
export async function lockMember(manager: EntityManager, projectId: number, userId: number): Promise<ProjectMember> {
  await holdProject(manager, projectId);
  await lockOwners(manager, projectId);
  const row = await lockMemberRow(manager, projectId, userId);
  if (!row) {
    throw notFound();
  }
  return row;
}

/** Somebody else decides about an owner: 400 when he changes or removes himself. */
export function requireSomebodyElse(caller: Caller, userId: number): void {
  if (caller.userId === userId && !caller.admin) {
    throw badRequest('owner_needs_other');
  }
}

/** @throws 409 for a role that a group gives: the next sign-in would give it again */
export function requireByHand({ byGroup }: ProjectMember): void {
  if (byGroup !== null) {
    throw refusal(409, 'member_by_group', { group: byGroup });
  }
}

/** @throws 400 when this member is the only owner */
export async function requireAnotherOwner(manager: EntityManager, { projectId, role }: ProjectMember): Promise<void> {
  if (role === 'owner' && (await countOwners(manager, projectId)) < 2) {
    throw badRequest('last_owner');
  }
}
