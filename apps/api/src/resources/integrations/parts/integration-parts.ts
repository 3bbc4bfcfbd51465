import { Injectable } from '@nestjs/common';
import type {
  ExtractedValue,
  ExtractedValueInput,
  IntegrationPartReferences,
  Matcher,
  MatcherInput,
} from '@switchyard/contracts';
import { Integration, IntegrationMatcher, IntegrationValue } from '@switchyard/database';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../../../auth/audit/audit-trail.js';
import { badMember, badRequest, notFound } from '../../../platform/http/refusals.js';
import { requireSamePlace, type NamedPlace } from '../../shared/body-references.js';
import { requireUnmanaged } from '../../shared/managed-rows.js';
import { findOwned, lockOwned } from '../../../platform/database/owned-rows.repository.js';
import { matcherColumns, MAX_PARTS, valueColumns } from '../../../definitions/integration.js';
import {
  countParts,
  deletePart,
  findPart,
  insertPart,
  listParts,
  type PartEntity,
  type PartRow,
  updatePart,
} from '../integration.repository.js';
import { toExtractedValue, toMatcher } from '../integration.mapper.js';
import { WebhookDirectory } from '../webhooks/webhook-directory.js';

/** The integration of a path. */
export interface OfIntegration {
  projectId: number;
  integrationId: number;
}

type Body = NamedPlace & { integration_id?: number | undefined };

/** One kind of rows that belong to integrations. */
interface Part<E extends PartRow, I, W> {
  entity: PartEntity<E>;
  objectType: string;
  columns: (input: I) => Partial<E>;
  toWire: (row: E) => W;
  full: 'matchers_full' | 'values_full';
}

/** Rows that belong to an integration, each change with its audit record. */
class Parts<E extends PartRow, I extends Body, W> {
  constructor(
    private readonly part: Part<E, I, W>,
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly directory: WebhookDirectory,
  ) {}

  async list({ projectId, integrationId }: OfIntegration): Promise<W[]> {
    const { manager } = this.dataSource;
    await findOwned(manager, Integration, projectId, integrationId);
    const rows = await listParts(manager, this.part.entity, integrationId);
    return rows.map((row) => this.part.toWire(row));
  }

  async read(of: OfIntegration, id: number): Promise<W> {
    await findOwned(this.dataSource.manager, Integration, of.projectId, of.integrationId);
    return this.part.toWire(await this.row(this.dataSource.manager, of, id));
  }

  /** Nothing refers to it. */
  async refs(of: OfIntegration, id: number): Promise<IntegrationPartReferences> {
    await this.read(of, id);
    return { integrations: [] };
  }

  create(of: OfIntegration, input: I): Promise<W> {
    requirePlace(of, input);
    const { entity, columns } = this.part;
    return this.change(of, async (manager) => {
      if ((await countParts(manager, entity, of.integrationId)) >= MAX_PARTS) {
        throw badRequest(this.part.full, { max: MAX_PARTS });
      }
      const row = await insertPart(manager, entity, of.integrationId, columns(input));
      await this.record(manager, of, null, row);
      return this.part.toWire(row);
    });
  }

  /** Adds rows in the transaction that makes their integration. */
  async addTo(manager: EntityManager, of: OfIntegration, inputs: readonly I[]): Promise<void> {
    for (const input of inputs) {
      const row = await insertPart(manager, this.part.entity, of.integrationId, this.part.columns(input));
      await this.record(manager, of, null, row);
    }
  }

  async update(of: OfIntegration, id: number, input: I): Promise<void> {
    requirePlace(of, input, id);
    await this.change(of, async (manager) => {
      const row = await this.row(manager, of, id);
      const changed = this.part.columns(input);
      await updatePart(manager, this.part.entity, id, changed);
      await this.record(manager, of, row, { ...row, ...changed });
    });
  }

  async remove(of: OfIntegration, id: number): Promise<void> {
    await this.change(of, async (manager) => {
      const row = await this.row(manager, of, id);
      await deletePart(manager, this.part.entity, id);
      await this.record(manager, of, row, null);
    });
  }

  private async change<T>(
    { projectId, integrationId }: OfIntegration,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    const done = await this.dataSource.transaction(async (manager) => {
      await lockOwned(manager, Integration, projectId, integrationId);
      await requireUnmanaged(manager, 'integration', { projectId, id: integrationId });
      return work(manager);
    });
    this.directory.forget();
    return done;
  }

  private async row(manager: EntityManager, { integrationId }: OfIntegration, id: number): Promise<E> {
    const row = await findPart(manager, this.part.entity, integrationId, id);
    if (!row) {
      throw notFound();
    }
    return row;
  }

  private record(
    manager: EntityManager,
    { projectId }: OfIntegration,
    before: E | null,
    after: E | null,
  ): Promise<void> {
    const { entity, objectType } = this.part;
    const objectId = after?.id ?? before?.id ?? 0;
    return this.audit.record(manager, { entity, objectType, objectId, projectId, before, after });
  }
}

/** @throws 400 when the body names another place than the path */
function requirePlace({ projectId, integrationId }: OfIntegration, body: Body, id?: number): void {
  requireSamePlace(body, projectId, id);
  if (body.integration_id !== undefined && body.integration_id !== integrationId) {
    throw badMember('integration_id', 'id_of_path');
  }
}

/** Conditions on webhooks. */
@Injectable()
export class Matchers extends Parts<IntegrationMatcher, MatcherInput, Matcher> {
  constructor(dataSource: DataSource, audit: AuditTrail, directory: WebhookDirectory) {
    super(MATCHER, dataSource, audit, directory);
  }
}

/** Values of webhooks that launches get. */
@Injectable()
export class ExtractedValues extends Parts<IntegrationValue, ExtractedValueInput, ExtractedValue> {
  constructor(dataSource: DataSource, audit: AuditTrail, directory: WebhookDirectory) {
    super(VALUE, dataSource, audit, directory);
  }
}

const MATCHER: Part<IntegrationMatcher, MatcherInput, Matcher> = {
  entity: IntegrationMatcher,
  objectType: 'integration_matcher',
  full: 'matchers_full',
  columns: matcherColumns,
  toWire: toMatcher,
};

const VALUE: Part<IntegrationValue, ExtractedValueInput, ExtractedValue> = {
  entity: IntegrationValue,
  objectType: 'integration_value',
  full: 'values_full',
  columns: valueColumns,
  toWire: toExtractedValue,
};
