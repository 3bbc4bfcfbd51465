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
  User,
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
  [User, 'user'],
  [App, 'app'],
  [LogLink, 'log_link'],
]);

type Row = Readonly<Record<string, unknown>>;

/** Which changes grant access again: a role, a program, another key, a new identity, the rank of an administrator. */
const GIVEN_BY_CHANGES: Partial<Record<AccessGrantKind, (before: Row, after: Row) => boolean>> = {
  member: () => true,
  app: () => true,
  terraform_alias: () => true,
  runner: (before, after) => before['tokenHash'] !== after['tokenHash'],
  user: (before, after) => before['admin'] === false && after['admin'] === true,
};

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
  if (kind === undefined || (before && after && !GIVEN_BY_CHANGES[kind]?.(before as Row, after as Row))) {
    return;
  }
  await manager.query(
    'delete from access_grant where kind = $1 and object_id = $2 and project_id is not distinct from $3',
    [kind, String(objectId), projectId],
  );
  const { userId = null, username = '', tokenId = null } = scope ?? {};
  // People whom a directory or provider signs in are made by nobody, and so is what their groups give.
  const isMade = (kind !== 'user' && kind !== 'member') || (userId !== null && String(userId) !== String(objectId));
  if (after && isMade) {
    await manager.insert(AccessGrant, { kind, objectId: String(objectId), projectId, userId, username, tokenId });
  }
}

/** As {@link keepMaker}, of the addresses and other members that came with a whole project. */
export async function keepMakerOfProject(
  manager: EntityManager,
  scope: AuditScope | undefined,
  projectId: number,
): Promise<void> {
  const { userId = null, username = '', tokenId = null } = scope ?? {};
  await manager.query(
    `insert into access_grant (kind, object_id, project_id, user_id, username, token_id)
     select kind, object_id, $1, $2, $3, $4 from (
       select 'integration_alias' as kind, id::text as object_id from integration_alias where project_id = $1
       union all
       select 'member', user_id::text from project_member where project_id = $1 and user_id is distinct from $2
     ) made`,
    [projectId, userId, username, tokenId],
  );
}

/** Id of the newest address of the integrations of a project; 0 = it has none. */
export async function lastAddress(manager: EntityManager, projectId: number): Promise<number> {
  return (await manager.maximum(IntegrationAlias, 'id', { projectId })) ?? 0;
}

/** As {@link keepMaker}, of the addresses of a project that came after the one with the id. @returns how many they are */
export async function keepMakerOfAddresses(
  manager: EntityManager,
  scope: AuditScope | undefined,
  { projectId, after }: { projectId: number; after: number },
): Promise<number> {
  const { userId = null, username = '', tokenId = null } = scope ?? {};
  const kept = await manager.query<unknown[]>(
    `insert into access_grant (kind, object_id, project_id, user_id, username, token_id)
     select 'integration_alias', id::text, project_id, $3, $4, $5 from integration_alias where project_id = $1 and id > $2
     returning object_id`,
    [projectId, after, userId, username, tokenId],
  );
  return kept.length;
}
