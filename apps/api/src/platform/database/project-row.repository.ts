import { Project } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { notFound } from '../http/refusals.js';

/** A project that is known to be there. @throws EntityNotFoundError when it is gone */
export const getProject = (manager: EntityManager, id: number): Promise<Project> =>
  manager.findOneByOrFail(Project, { id });

/**
 * Keeps the project until this transaction ends. To be called before rows of a project are locked, because its deletion
 * takes the project before them; rows that are written afterwards refer to it anyway.
 * @throws 404 when it is gone or being deleted
 */
export async function holdProject(manager: EntityManager, projectId: number): Promise<void> {
  const found = await manager.query<unknown[]>(
    'select 1 from project where id = $1 and deleting is null for key share',
    [projectId],
  );
  if (found.length === 0) {
    throw notFound();
  }
}

/**
 * Keeps other applies, and the deletion of the project, waiting until this transaction ends. Tasks and edits go on: they
 * take the project for less. False when it is gone or being deleted.
 */
export async function holdForApply(manager: EntityManager, projectId: number): Promise<boolean> {
  const found = await manager.query<unknown[]>(
    'select 1 from project where id = $1 and deleting is null for no key update',
    [projectId],
  );
  return found.length > 0;
}
