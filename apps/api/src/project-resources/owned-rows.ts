import type { EntityManager, EntityTarget, FindOptionsWhere } from 'typeorm';
import { badMember, notFound, unknownMember } from '../http/refusals.js';
import { holdProject } from './project-lock.repository.js';

/** A row that belongs to a project. */
export interface OwnedRow {
  id: number;
  projectId: number;
}

/** The row of this project. @throws 404 when it does not exist or belongs to another project */
export async function findOwned<E extends OwnedRow>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  projectId: number,
  id: number,
): Promise<E> {
  const row = await manager.findOneBy(entity, { id, projectId } as FindOptionsWhere<E>);
  if (!row) {
    throw notFound();
  }
  return row;
}

/** As {@link findOwned}, and nobody else changes or deletes the row until this transaction ends. */
export async function lockOwned<E extends OwnedRow>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  projectId: number,
  id: number,
): Promise<E> {
  await holdProject(manager, projectId);
  const where = { id, projectId } as FindOptionsWhere<E>;
  const row = await manager.findOne(entity, { where, lock: { mode: 'pessimistic_write' } });
  if (!row) {
    throw notFound();
  }
  return row;
}

/**
 * The row that a member of the body names, or `null` when it names none.
 * @throws 404 with the member's name when the project has no such row
 */
export async function findReferenced<E extends OwnedRow>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  projectId: number,
  [member, id]: readonly [member: string, id: number | null],
): Promise<E | null> {
  if (id === null) {
    return null;
  }
  const row = await manager.findOneBy(entity, { id, projectId } as FindOptionsWhere<E>);
  if (!row) {
    throw unknownMember(member);
  }
  return row;
}

/**
 * Refuses a body that names another project, or another object, than the path does. Absent members are fine.
 * @param id the object of the path; absent when one is created
 */
export function requireSamePlace(
  body: { id?: number | undefined; project_id?: number | undefined },
  projectId: number,
  id?: number,
): void {
  if (body.project_id !== undefined && body.project_id !== projectId) {
    throw badMember('project_id', 'project_of_path');
  }
  if (id !== undefined && body.id !== undefined && body.id !== id) {
    throw badMember('id', 'id_of_path');
  }
}
