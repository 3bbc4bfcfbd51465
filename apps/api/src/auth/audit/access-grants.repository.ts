import type { AccessGrantKind } from '@switchyard/contracts';
import {
  AccessGrant,
  App,
  IntegrationAlias,
  LogLink,
  ProjectMember,
  Runner,
  RunnerRegistrationToken,
  TerraformAlias,
} from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import type { AuditScope } from './audit-scope.js';

/** The rows that act without their maker. */
const KINDS: ReadonlyMap<unknown, AccessGrantKind> = new Map<unknown, AccessGrantKind>([
  [Runner, 'runner'],
  [RunnerRegistrationToken, 'registration_token'],
  [IntegrationAlias, 'integration_alias'],
  [TerraformAlias, 'terraform_alias'],
  [ProjectMember, 'member'],
  [App, 'app'],
  [LogLink, 'log_link'],
]);

/** Kinds whose every change grants access again: a role, a program. */
const GIVEN_BY_CHANGES: readonly AccessGrantKind[] = ['member', 'app'];

interface GrantedRow {
  entity: unknown;
  objectId: number | string;
  projectId: number | null;
  before: object | null;
  after: object | null;
}

/** Keeps who made something that acts without its maker, in the transaction that makes or removes it. */
export async function keepMaker(
  manager: EntityManager,
  scope: AuditScope | undefined,
  { entity, objectId, projectId, before, after }: GrantedRow,
): Promise<void> {
  const kind = KINDS.get(entity);
  if (kind === undefined || (before && after && !GIVEN_BY_CHANGES.includes(kind))) {
    return;
  }
  await manager.query(
    'delete from access_grant where kind = $1 and object_id = $2 and project_id is not distinct from $3',
    [kind, String(objectId), projectId],
  );
  if (after) {
    const { userId = null, username = '', tokenId = null } = scope ?? {};
    await manager.insert(AccessGrant, { kind, objectId: String(objectId), projectId, userId, username, tokenId });
  }
}
