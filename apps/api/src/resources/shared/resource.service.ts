import type { ObjectReferences } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Caller, ProjectAccess } from '../../auth/access/caller.js';
import type { ResourceNoun } from '../../definitions/all-resources.js';
import type { PlainResource } from '../../definitions/definition.js';
import type { OwnedRow } from '../../platform/database/owned-rows.repository.js';
import { type ListQuery, sorted } from '../../platform/http/list-query.js';
import { type NamedPlace, requireReferences, requireSamePlace } from './body-references.js';
import { type ResourceStore, type ResourceStores } from './resource-store.js';

/** The calls of a resource, by its definition. One that needs more overrides what differs. */
export class ResourceService<E extends OwnedRow, I extends NamedPlace, W extends { id: number }, Q extends z.ZodType> {
  protected readonly store: ResourceStore<E>;

  constructor(
    stores: ResourceStores,
    protected readonly kind: PlainResource<E, I, W, Q> & { noun: ResourceNoun },
  ) {
    this.store = stores.of(kind);
  }

  async list(projectId: number, query: z.infer<Q>): Promise<W[]> {
    const rows = await this.store.rows(projectId, this.kind.filter?.(query));
    return sorted(rows.map(this.kind.toWire), query as ListQuery, this.kind.sorts);
  }

  async read({ projectId }: ProjectAccess, id: number): Promise<W> {
    return this.kind.toWire(await this.store.row(projectId, id));
  }

  tag(projectId: number, id: number): Promise<string> {
    return this.store.tag(projectId, id);
  }

  refs(projectId: number, id: number): Promise<ObjectReferences> {
    return this.store.refs(projectId, id);
  }

  async create(caller: Caller, projectId: number, input: I): Promise<W> {
    requireSamePlace(input, projectId);
    const row = await this.store.create(caller, projectId, (manager) => this.columns(manager, projectId, input, null));
    return this.kind.toWire(row);
  }

  /** @param expected the header `If-Match`. @throws 412 */
  async update(caller: Caller, projectId: number, id: number, input: I, expected: string | null): Promise<void> {
    requireSamePlace(input, projectId, id);
    await this.store.update(caller, projectId, id, async (manager, row) => {
      await this.store.requireUnchanged(manager, row, expected);
      return this.columns(manager, projectId, input, row);
    });
  }

  remove(caller: Caller, projectId: number, id: number): Promise<void> {
    return this.store.remove(caller, projectId, id);
  }

  private async columns(manager: EntityManager, projectId: number, input: I, stored: E | null): Promise<Partial<E>> {
    const columns = this.kind.columns(input, stored);
    await requireReferences(manager, this.kind.entity, projectId, columns);
    await this.kind.check?.(manager, columns, stored);
    return columns;
  }
}
