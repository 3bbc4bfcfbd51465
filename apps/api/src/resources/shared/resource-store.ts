import { Injectable } from '@nestjs/common';
import { type Activity, activity, type ObjectReferences } from '@switchyard/contracts';
import { DataSource, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import { ActivityLog } from './activity-log.js';
import type { ResourceNoun } from '../../definitions/all-resources.js';
import { MAX_ROWS_OF_KIND } from '../../platform/bounds.js';
import { badRequest } from '../../platform/http/refusals.js';
import { entityTag, requireMatch } from '../../platform/http/entity-tag.js';
import type { ResourceDefinition } from '../../definitions/definition.js';
import {
  countOwned,
  deleteOwned,
  findOwned,
  insertOwned,
  listOwned,
  lockOwned,
  type OwnedRow,
  updateOwned,
} from '../../platform/database/owned-rows.repository.js';
import { findReferences } from './references.repository.js';
import { changeUnmanaged, requireUnmanaged } from './managed-rows.js';
import { editableValues } from './row-values.repository.js';

/** Description of a resource for its store. */
type Kind<E extends OwnedRow> = Pick<ResourceDefinition<E>, 'entity' | 'title' | 'members' | 'children' | 'most'> & {
  noun: ResourceNoun;
};

/** The members of a row that a body sets. Runs inside of the transaction: it may check what the body refers to. */
type Members<E> = (manager: EntityManager) => Promise<Partial<E>> | Partial<E>;
/** As {@link Members}, for a row that is there already. */
type ChangedMembers<E> = (manager: EntityManager, row: E) => Promise<Partial<E>> | Partial<E>;
/** Work of the same transaction once the row exists. */
type Then = (manager: EntityManager, id: number) => Promise<unknown>;

/** Rows of one kind of project resource: each change is one transaction with its entry in the activity log. */
export class ResourceStore<E extends OwnedRow> {
  constructor(
    private readonly kind: Kind<E>,
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
  ) {}

  rows(projectId: number, where: FindOptionsWhere<E> = {} as FindOptionsWhere<E>): Promise<E[]> {
    return listOwned(this.dataSource.manager, this.kind.entity, projectId, where);
  }

  /** @throws 404 when the project has no such row; so do the other methods that take an id */
  row(projectId: number, id: number): Promise<E> {
    return findOwned(this.dataSource.manager, this.kind.entity, projectId, id);
  }

  /** Name of the present state of the row. */
  async tag(projectId: number, id: number): Promise<string> {
    return entityTag(await editableValues(this.dataSource.manager, this.kind, await this.row(projectId, id)));
  }

  /** @param row as it is locked. @throws 412 when `expected`, the header `If-Match`, names another state */
  async requireUnchanged(manager: EntityManager, row: E, expected: string | null): Promise<void> {
    if (expected !== null) {
      requireMatch(expected, entityTag(await editableValues(manager, this.kind, row)));
    }
  }

  async refs(projectId: number, id: number): Promise<ObjectReferences> {
    await this.row(projectId, id);
    return findReferences(this.dataSource.manager, this.kind.entity, id);
  }

  /** @throws 400 when the project has too many of them */
  create(caller: Caller, projectId: number, members: Members<E>, then?: Then): Promise<E> {
    return this.dataSource.transaction(async (manager) => {
      await this.requireRoom(manager, projectId);
      const id = await insertOwned(manager, this.kind.entity, projectId, await members(manager));
      await then?.(manager, id);
      const row = await findOwned(manager, this.kind.entity, projectId, id);
      await this.record(manager, caller, 'created', null, row);
      return row;
    });
  }

  private async requireRoom(manager: EntityManager, projectId: number): Promise<void> {
    const { entity, most = MAX_ROWS_OF_KIND } = this.kind;
    if ((await countOwned(manager, entity, projectId)) >= most) {
      throw badRequest('rows_full', { max: most });
    }
  }

  async update(caller: Caller, projectId: number, id: number, members: ChangedMembers<E>, then?: Then): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const row = await lockOwned(manager, this.kind.entity, projectId, id);
      const changed = await members(manager, row);
      await changeUnmanaged(manager, this.kind, row, async () => {
        await updateOwned(manager, this.kind.entity, id, changed);
        await then?.(manager, id);
      });
      await this.record(manager, caller, 'updated', row, { ...row, ...changed });
    });
  }

  /** Changes members that are no part of a body. @param done what the activity log says */
  async set(caller: Caller, projectId: number, id: number, members: Partial<E>, done: Activity): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const { entity, noun: objectType } = this.kind;
      const before = await lockOwned(manager, entity, projectId, id);
      await changeUnmanaged(manager, this.kind, before, () => updateOwned(manager, entity, id, members));
      const entry = { projectId, objectType, objectId: id, activity: done };
      await this.activity.record(manager, caller, entry, { entity, before, after: { ...before, ...members } });
    });
  }

  /**
   * @param remove deletes the row together with what goes with it
   * @throws 400 with `inUse` when something else refers to it
   */
  async remove(
    caller: Caller,
    projectId: number,
    id: number,
    remove: Then = (manager) => deleteOwned(manager, this.kind.entity, id),
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const row = await lockOwned(manager, this.kind.entity, projectId, id);
      await requireUnmanaged(manager, this.kind.noun, row);
      await remove(manager, id);
      await this.record(manager, caller, 'deleted', row, null);
    });
  }

  private async record(
    manager: EntityManager,
    caller: Caller,
    verb: 'created' | 'updated' | 'deleted',
    before: E | null,
    after: E | null,
  ): Promise<void> {
    const { entity, noun: objectType, title } = this.kind;
    const row = after ?? before;
    if (row) {
      const done = activity(`${objectType}_${verb}`, { name: title(row) });
      const entry = { projectId: row.projectId, objectType, objectId: row.id, activity: done };
      await this.activity.record(manager, caller, entry, { entity, before, after });
    }
  }
}

/** Makes the stores. */
@Injectable()
export class ResourceStores {
  constructor(
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
  ) {}

  of<E extends OwnedRow>(kind: Kind<E>): ResourceStore<E> {
    return new ResourceStore(kind, this.dataSource, this.activity);
  }
}
