import type { ProjectMember } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import { badRequest, notFound } from '../../platform/http/refusals.js';
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

/** @throws 400 when this member is the only owner */
export async function requireAnotherOwner(manager: EntityManager, { projectId, role }: ProjectMember): Promise<void> {
  if (role === 'owner' && (await countOwners(manager, projectId)) < 2) {
    throw badRequest('last_owner');
  }
}
