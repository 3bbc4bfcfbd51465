import type { EntityManager } from 'typeorm';
import type { ResourceDefinition } from '../../definitions/definition.js';
import { findOwned, type OwnedRow } from '../../platform/database/owned-rows.repository.js';
import { refusal } from '../../platform/http/refusals.js';
import { managedPlace } from './managed-rows.repository.js';
import { valuesInFiles } from './row-values.repository.js';

/** @throws 409 when a file of a repository holds the row */
export async function requireUnmanaged(
  manager: EntityManager,
  noun: string,
  row: Pick<OwnedRow, 'id' | 'projectId'>,
): Promise<void> {
  const place = await managedPlace(manager, row, noun);
  if (place !== null) {
    throw refusal(409, 'managed_by_file', { place });
  }
}

type Kind<E extends OwnedRow> = Pick<ResourceDefinition<E>, 'entity' | 'members' | 'children'> & { noun: string };

/**
 * Changes a row in its transaction. Of one that a file holds only secrets may change, as files do not hold them.
 * @throws 409, so that the change is undone
 */
export async function changeUnmanaged<E extends OwnedRow>(
  manager: EntityManager,
  kind: Kind<E>,
  row: E,
  change: () => Promise<void>,
): Promise<void> {
  const place = await managedPlace(manager, row, kind.noun);
  if (place === null) {
    return change();
  }
  const before = await valuesInFiles(manager, kind, row);
  await change();
  const after = await findOwned(manager, kind.entity, row.projectId, row.id);
  if ((await valuesInFiles(manager, kind, after)) !== before) {
    throw refusal(409, 'managed_by_file', { place });
  }
}
