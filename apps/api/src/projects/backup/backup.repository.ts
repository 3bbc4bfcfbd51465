import { splitRows } from '@switchyard/concurrency';
import { IntegrationAlias, Project, ProjectMember, User } from '@switchyard/database';
import { type EntityManager, type FindOptionsWhere, In, IsNull } from 'typeorm';
import type { ChildDefinition } from '../../definitions/definition.js';
import type { OwnedRow } from '../../platform/database/owned-rows.repository.js';
import type { Kind } from './backup-members.js';

/** A row of a section: its name, and about how many bytes it takes. */
export interface RowSize {
  id: number;
  name: string;
  size: number;
}

/** Bytes and rows that are read at a time. */
const PAGE = { rows: 500, bytes: 1_048_576 };

/** Idle time after which an unread export ends. */
const STALL = '30s';

/** Ends the statements' view of the database at this moment, and the transaction when its reader stalls. */
export async function readSnapshot(manager: EntityManager): Promise<void> {
  await manager.query(`set local idle_in_transaction_session_timeout = '${STALL}'`);
}

/** All rows of a section, by id. */
export function rowSizes(manager: EntityManager, { entity, label }: Kind, projectId: number): Promise<RowSize[]> {
  const table = manager.dataSource.getMetadata(entity).tableName;
  return manager.query<RowSize[]>(
    `select id, ${label} as name, octet_length(t::text) as size from ${table} t where project_id = $1 order by id`,
    [projectId],
  );
}

/** Ids of the rows in pages whose size is bounded; one row alone may be larger. */
export const pagesOf = (rows: readonly RowSize[]): number[][] =>
  splitRows(rows, ({ size }) => size, PAGE).map((page) => page.map(({ id }) => id));

export function readRows(manager: EntityManager, { entity }: Kind, ids: readonly number[]): Promise<OwnedRow[]> {
  return manager.find(entity, { where: { id: In([...ids]) }, order: { id: 'ASC' } });
}

/** Rows that belong to these, by the id of their owner. */
export async function readChildren(
  manager: EntityManager,
  { entity, owner }: ChildDefinition,
  ids: readonly number[],
): Promise<Map<number, object[]>> {
  const where = { [owner]: In([...ids]) } as FindOptionsWhere<object>;
  const rows = await manager.find(entity, { where, order: { id: 'ASC' } as object });
  const groups = new Map<number, object[]>();
  for (const row of rows) {
    const id = Reflect.get(row, owner) as number;
    const group = groups.get(id) ?? [];
    group.push(row);
    groups.set(id, group);
  }
  return groups;
}

/** The logins of the members of a project, by their ids. */
export async function readPeople(manager: EntityManager, projectId: number): Promise<Map<number, string>> {
  const people = await manager.query<{ id: number; username: string }[]>(
    `select u.id, u.username from project_member m join "user" u on u.id = m.user_id where m.project_id = $1`,
    [projectId],
  );
  return new Map(people.map(({ id, username }) => [id, username]));
}

/** The project, people in it and how many addresses it has. */
export async function readProject(manager: EntityManager, projectId: number) {
  const project = await manager.findOneByOrFail(Project, { id: projectId });
  const members = await manager
    .createQueryBuilder(ProjectMember, 'member')
    .innerJoin(User, 'user', 'user.id = member.userId')
    .select('user.username', 'username')
    .addSelect('member.role', 'role')
    .where('member.projectId = :projectId and member.byGroup is null', { projectId })
    .orderBy('user.username')
    .getRawMany<{ username: string; role: string }>();
  const aliases = await manager.countBy(IntegrationAlias, { projectId, integrationId: IsNull() });
  return { project, members: members.map(({ username, role }) => ({ username, role })), aliases };
}
