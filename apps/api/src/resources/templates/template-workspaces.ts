import { Injectable } from '@nestjs/common';
import {
  type Activity,
  activity,
  DEFAULT_WORKSPACE,
  effectiveApp,
  inventoryTypesOf,
  isForeignStack,
  isWorkspaceType,
  type TemplateInput,
  workspaceTypeOf,
} from '@switchyard/contracts';
import { Inventory, Template } from '@switchyard/database';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import { badRequest } from '../../platform/http/refusals.js';
import { ActivityLog } from '../shared/activity-log.js';
import { requireUnmanaged } from '../shared/managed-rows.js';
import { findOwned, insertOwned, lockOwned, updateOwned } from '../../platform/database/owned-rows.repository.js';

/** A template and what is written of it. */
interface Written {
  projectId: number;
  templateId: number;
  input: TemplateInput;
}

type WorkspaceChange = 'workspace_attached' | 'workspace_detached' | 'workspace_default';

/** A template and one workspace. */
interface Pair {
  projectId: number;
  templateId: number;
  inventoryId: number;
}

interface Rows {
  template: Template;
  inventory: Inventory;
}

/**
 * Which workspaces a template holds, and which one its tasks use unless a launch names another. A workspace is held by
 * one template at most; others may use it.
 */
@Injectable()
export class TemplateWorkspaces {
  constructor(
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
  ) {}

  /** Gives a new template of the Terraform family the workspace that it names, or one of its own. */
  async give(manager: EntityManager, caller: Caller, written: Written): Promise<void> {
    const { projectId, templateId, input } = written;
    const type = workspaceTypeOf(effectiveApp(input.app));
    if (type === null || input.inventory_id !== null) {
      await this.attachNamed(manager, written);
      return;
    }
    const content = { name: DEFAULT_WORKSPACE, inventory: DEFAULT_WORKSPACE, type };
    const id = await insertOwned(manager, Inventory, projectId, { ...content, templateId });
    await updateOwned(manager, Template, templateId, { inventoryId: id });
    const after = await findOwned(manager, Inventory, projectId, id);
    await this.record(manager, caller, activity('workspace_created', { name: after.name }), null, after);
  }

  /** Attaches the workspace that a template names, unless another one holds it. Its other rules were checked before. */
  async attachNamed(manager: EntityManager, { projectId, templateId, input }: Written): Promise<void> {
    if (input.inventory_id === null || workspaceTypeOf(effectiveApp(input.app)) === null) {
      return;
    }
    const inventory = await lockOwned(manager, Inventory, projectId, input.inventory_id);
    if (isWorkspaceType(inventory.type) && inventory.templateId === null) {
      await updateOwned(manager, Inventory, inventory.id, { templateId });
    }
  }

  /** @throws 400 when it is attached to another template, or is of no type that the app takes */
  attach(caller: Caller, pair: Pair): Promise<void> {
    return this.change(caller, pair, 'workspace_attached', async (manager, { template, inventory }) => {
      requireFit(template, inventory);
      requireFree(inventory, template.id);
      await updateOwned(manager, Inventory, inventory.id, { templateId: template.id });
    });
  }

  /** The template has no default afterwards when this was it. @throws 400 when it is not attached to the template */
  detach(caller: Caller, pair: Pair): Promise<void> {
    return this.change(caller, pair, 'workspace_detached', async (manager, { template, inventory }) => {
      requireAttached(template, inventory);
      await updateOwned(manager, Inventory, inventory.id, { templateId: null });
      if (template.inventoryId === inventory.id) {
        await updateOwned(manager, Template, template.id, { inventoryId: null });
      }
    });
  }

  /** @throws 400 when it is not attached to the template, or is of no type that the app takes */
  setDefault(caller: Caller, pair: Pair): Promise<void> {
    return this.change(caller, pair, 'workspace_default', async (manager, { template, inventory }) => {
      requireFit(template, inventory);
      requireAttached(template, inventory);
      await updateOwned(manager, Template, template.id, { inventoryId: inventory.id });
    });
  }

  private async change(
    caller: Caller,
    { projectId, templateId, inventoryId }: Pair,
    code: WorkspaceChange,
    apply: (manager: EntityManager, rows: Rows) => Promise<void>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const template = await lockOwned(manager, Template, projectId, templateId);
      const inventory = await lockOwned(manager, Inventory, projectId, inventoryId);
      await requireUnmanaged(manager, 'template', template);
      await requireUnmanaged(manager, 'inventory', inventory);
      await apply(manager, { template, inventory });
      const after = await findOwned(manager, Inventory, projectId, inventoryId);
      await this.record(manager, caller, activity(code, { name: after.name, template: templateId }), inventory, after);
    });
  }

  private record(
    manager: EntityManager,
    caller: Caller,
    done: Activity,
    before: Inventory | null,
    after: Inventory,
  ): Promise<void> {
    const { id, projectId } = after;
    return this.activity.record(
      manager,
      caller,
      { projectId, objectType: 'inventory', objectId: id, activity: done },
      { entity: Inventory, before, after },
    );
  }
}

function requireFit({ app }: Template, inventory: Inventory): void {
  const { type } = inventory;
  if (!isWorkspaceType(type) || !inventoryTypesOf(effectiveApp(app))?.includes(type)) {
    throw badRequest('inventory_type');
  }
  if (isForeignStack(effectiveApp(app), inventory)) {
    throw badRequest('stack_name');
  }
}

function requireFree({ templateId }: Inventory, ofTemplate: number): void {
  if (templateId !== null && templateId !== ofTemplate) {
    throw badRequest('workspace_of_other');
  }
}

function requireAttached({ id }: Template, { templateId }: Inventory): void {
  if (templateId !== id) {
    throw badRequest('workspace_not_attached');
  }
}
