import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isWorkspaceType, type TerraformAlias as WireAlias, type TerraformAliasInput } from '@switchyard/contracts';
import { AccessKey, Inventory, TerraformAlias } from '@switchyard/database';
import { reachedAddress } from '@switchyard/settings';
import type { Entitlements } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import type { ApiConfig } from '../../platform/config.js';
import { badMember, badRequest, notFound } from '../../platform/http/refusals.js';
import { API_CONFIG, ENTITLEMENTS } from '../../platform/infrastructure/tokens.js';
import { AuditTrail } from '../../auth/audit/audit-trail.js';
import { findReferenced } from '../../resources/shared/body-references.js';
import { findOwned, lockOwned } from '../../platform/database/owned-rows.repository.js';
import {
  countAliases,
  deleteAlias,
  findAlias,
  insertAlias,
  listAliases,
  setKey,
  type Workspace,
} from './terraform-alias.repository.js';
import { AliasCredentials } from '../backend/alias-credentials.js';

const MAX_ALIASES = 100;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const newAlias = (): string => Array.from({ length: 32 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Addresses by which Terraform outside of tasks reaches the state of a workspace. */
@Injectable()
export class TerraformAliases {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly credentials: AliasCredentials,
    @Inject(ENTITLEMENTS) private readonly entitlements: Entitlements,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Empty without the feature. */
  async list(workspace: Workspace): Promise<WireAlias[]> {
    const { manager } = this.dataSource;
    await findOwned(manager, Inventory, workspace.projectId, workspace.inventoryId);
    const rows = (await this.isOn(workspace)) ? await listAliases(manager, workspace) : [];
    return rows.map((row) => this.toWire(row));
  }

  async read(workspace: Workspace, id: number): Promise<WireAlias> {
    return this.toWire(await this.row(this.dataSource.manager, workspace, id));
  }

  /**
   * @throws 404 without the feature, or when the project has no such key; 400 for a key of another type, or whose password its
   * vault does not give
   */
  async create(workspace: Workspace, { auth_key_id: authKeyId }: TerraformAliasInput): Promise<WireAlias> {
    await this.requireFeature(workspace);
    await this.requireReadable(workspace, authKeyId);
    return this.dataSource.transaction(async (manager) => {
      const { projectId, inventoryId } = workspace;
      const { type } = await lockOwned(manager, Inventory, projectId, inventoryId);
      if (!isWorkspaceType(type)) {
        throw badRequest('inventory_type');
      }
      await requireKey(manager, projectId, authKeyId);
      if ((await countAliases(manager, inventoryId)) >= MAX_ALIASES) {
        throw badRequest('aliases_full', { max: MAX_ALIASES });
      }
      const row = await insertAlias(manager, { ...workspace, authKeyId, alias: newAlias() });
      await this.record(manager, null, row);
      return this.toWire(row);
    });
  }

  async update(workspace: Workspace, id: number, { auth_key_id: authKeyId }: TerraformAliasInput): Promise<void> {
    await this.requireFeature(workspace);
    await this.requireReadable(workspace, authKeyId);
    await this.dataSource.transaction(async (manager) => {
      const row = await this.row(manager, workspace, id);
      await requireKey(manager, workspace.projectId, authKeyId);
      await setKey(manager, id, authKeyId);
      await this.record(manager, row, { ...row, authKeyId });
    });
  }

  async remove(workspace: Workspace, id: number): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const row = await this.row(manager, workspace, id);
      await deleteAlias(manager, id);
      await this.record(manager, row, null);
    });
  }

  private record(manager: EntityManager, before: TerraformAlias | null, after: TerraformAlias | null): Promise<void> {
    const { id = 0, projectId = null } = after ?? before ?? {};
    const change = { entity: TerraformAlias, objectType: 'terraform_alias', objectId: id, projectId, before, after };
    return this.audit.record(manager, change);
  }

  private async row(manager: EntityManager, workspace: Workspace, id: number): Promise<TerraformAlias> {
    const row = (await this.isOn(workspace)) ? await findAlias(manager, workspace, id) : null;
    if (!row) {
      throw notFound();
    }
    return row;
  }

  private async requireFeature(workspace: Workspace): Promise<void> {
    if (!(await this.isOn(workspace))) {
      throw notFound();
    }
  }

  /** Before the transaction, which shall not wait for a vault. */
  private async requireReadable({ projectId }: Workspace, authKeyId: number): Promise<void> {
    const key = await findReferenced(this.dataSource.manager, AccessKey, projectId, ['auth_key_id', authKeyId]);
    await (key && this.credentials.requireReadable(key, 'auth_key_id'));
  }

  private async isOn({ projectId }: Workspace): Promise<boolean> {
    return (await this.entitlements.features(projectId)).terraform_backend;
  }

  private toWire({ id, projectId, inventoryId, alias, authKeyId }: TerraformAlias): WireAlias {
    const url = `${reachedAddress(this.config) ?? ''}/api/terraform/${alias}`;
    return { id, project_id: projectId, inventory_id: inventoryId, alias, url, auth_key_id: authKeyId };
  }
}

async function requireKey(manager: EntityManager, projectId: number, id: number): Promise<void> {
  const key = await findReferenced(manager, AccessKey, projectId, ['auth_key_id', id]);
  if (key?.type !== 'login_password') {
    throw badMember('auth_key_id', 'not_login_password');
  }
}
