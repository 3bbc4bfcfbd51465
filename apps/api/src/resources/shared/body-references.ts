import { appPage, isAppKey, own } from '@switchyard/contracts';
import { AccessKey, GitRepository } from '@switchyard/database';
import type { EntityManager, EntityTarget } from 'typeorm';
import { badMember, unknownMember } from '../../platform/http/refusals.js';
import { findOwnedOrNull, type OwnedRow } from '../../platform/database/owned-rows.repository.js';
import { foreignColumns } from '../../definitions/foreign-columns.js';

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
  const row = await findOwnedOrNull(manager, entity, projectId, id);
  if (!row) {
    throw unknownMember(member);
  }
  return row;
}

/** The members of a repository that take a GitHub App: one reports, the other opens it at the server of the app. */
const STATUS_KEY = 'status_key_id';
const OPENING_KEY = 'ssh_key_id';

/**
 * Refuses columns that refer to a row of another project: whatever is a foreign key of the entity; and a GitHub App where a
 * task would get it, or where the address is none of a server of it.
 * @throws 404 with the name of the member when the project has no such row, 400 for a GitHub App, and for a status key that a vault keeps
 */
export async function requireReferences<E extends OwnedRow>(
  manager: EntityManager,
  entity: new () => E,
  projectId: number,
  columns: Partial<E>,
): Promise<void> {
  for (const { property, column, target } of foreignColumns(manager.dataSource, entity)) {
    const id = own(columns, property);
    if (property !== 'projectId' && typeof id === 'number') {
      const row = await findReferenced(manager, target as EntityTarget<OwnedRow>, projectId, [column, id]);
      if (row instanceof AccessKey) {
        requireKeyUse(row, entity, columns, column);
      }
    }
  }
}

function requireKeyUse<E>(key: AccessKey, entity: new () => E, columns: Partial<E>, column: string): void {
  if (column === STATUS_KEY && key.vaultReference !== null) {
    throw badMember(column, 'status_key_vault');
  }
  if (isAppKey(key)) {
    requireAppUse(entity, columns, column);
  }
}

function requireAppUse<E>(entity: new () => E, columns: Partial<E>, column: string): void {
  const isOfRepository = Object.is(entity, GitRepository);
  const gitUrl = own(columns, 'gitUrl');
  if (!isOfRepository || ![STATUS_KEY, OPENING_KEY].includes(column)) {
    throw badMember(column, 'github_app_use');
  }
  if (column === OPENING_KEY && (typeof gitUrl !== 'string' || appPage(gitUrl) === null)) {
    throw badMember(column, 'github_app_address');
  }
}

/** A body that may name the object and its project. */
export interface NamedPlace {
  id?: number | undefined;
  project_id?: number | undefined;
}

/**
 * Refuses a body that names another project, or another object, than the path does. Absent members are fine.
 * @param id the object of the path; absent when one is created
 */
export function requireSamePlace(body: NamedPlace, projectId: number, id?: number): void {
  if (body.project_id !== undefined && body.project_id !== projectId) {
    throw badMember('project_id', 'project_of_path');
  }
  if (id !== undefined && body.id !== undefined && body.id !== id) {
    throw badMember('id', 'id_of_path');
  }
}
