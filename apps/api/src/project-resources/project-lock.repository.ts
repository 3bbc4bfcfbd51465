import type { EntityManager } from 'typeorm';

/**
 * Keeps the project until this transaction ends. To be called before rows of a project are locked, because its deletion
 * takes the project before them; rows that are written afterwards refer to it anyway.
 */
export async function holdProject(manager: EntityManager, projectId: number): Promise<void> {
  await manager.query('select 1 from project where id = $1 for key share', [projectId]);
}
