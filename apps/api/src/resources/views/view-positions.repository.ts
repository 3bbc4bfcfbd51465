import { View } from '@switchyard/database';
import { type EntityManager, In } from 'typeorm';
import { holdProject } from '../../platform/database/project-row.repository.js';

/** The views of the project that have one of the ids; nobody else changes them until the transaction ends. */
export async function lockViews(manager: EntityManager, projectId: number, ids: readonly number[]): Promise<View[]> {
  await holdProject(manager, projectId);
  return manager.find(View, {
    where: { projectId, id: In(ids) },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}

/** Writes the positions of views that are locked. */
export async function writePositions(manager: EntityManager, views: readonly View[]): Promise<void> {
  await manager.query(
    `update view set position = moved.position
       from unnest($1::int[], $2::int[]) as moved (id, position) where view.id = moved.id`,
    [views.map(({ id }) => id), views.map(({ position }) => position)],
  );
}
