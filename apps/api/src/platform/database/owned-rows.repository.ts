import type { DeepPartial, EntityManager, EntityTarget, FindOptionsWhere, QueryDeepPartialEntity } from 'typeorm';
import { deleteUnused } from './constraints.js';
import { notFound } from '../http/refusals.js';
import { holdProject } from './project-row.repository.js';

/** A row that belongs to a project. */
export interface OwnedRow {
  id: number;
  projectId: number;
}

/** The row of this project, or `null` when it does not exist or belongs to another project. */
export function findOwnedOrNull<E extends OwnedRow>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  projectId: number,
  id: number,
): Promise<E | null> {
  return manager.findOneBy(entity, { id, projectId } as FindOptionsWhere<E>);
}

/** A row by its id alone, for ids whose project was checked before. */
export function findById<E extends OwnedRow>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  id: number,
): Promise<E | null> {
  return manager.findOneBy(entity, { id } as FindOptionsWhere<E>);
}

/** The rows of this project. */
export function listOwned<E extends OwnedRow>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  projectId: number,
  where: FindOptionsWhere<E> = {} as FindOptionsWhere<E>,
): Promise<E[]> {
  return manager.findBy(entity, { ...where, projectId });
}

export function countOwned<E extends OwnedRow>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  projectId: number,
): Promise<number> {
  return manager.countBy(entity, { projectId } as FindOptionsWhere<E>);
}

/** Answers the id of the new row. */
export async function insertOwned<E extends OwnedRow>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  projectId: number,
  members: Partial<E>,
): Promise<number> {
  const fresh = { ...members, projectId } as DeepPartial<E>;
  const { id } = await manager.save(manager.create(entity, fresh));
  return id;
}

/** @param id of a row that {@link lockOwned} answered, or that this transaction made */
export async function updateOwned<E extends OwnedRow>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  id: number,
  members: Partial<E>,
): Promise<void> {
  await manager.update(entity, id, members as QueryDeepPartialEntity<E>);
}

/** @param id as of {@link updateOwned}. @throws 400 with `inUse` when other rows still refer to it */
export async function deleteOwned<E extends OwnedRow>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  id: number,
): Promise<void> {
  await deleteUnused(manager.delete(entity, id));
}

/** The row of this project. @throws 404 when it does not exist or belongs to another project */
export async function findOwned<E extends OwnedRow>(
  manager: EntityManager,
  entity: EntityTarget<E>,
  projectId: number,
  id: number,
): Promise<E> {
  const row = await findOwnedOrNull(manager, entity, projectId, id);
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
