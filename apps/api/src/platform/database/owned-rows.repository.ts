import type { EntityManager, EntityTarget, FindOptionsWhere } from 'typeorm';
import { notFound } from '../http/refusals.js';
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
