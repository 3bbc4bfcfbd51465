import { Inject, Injectable } from '@nestjs/common';
import {
  activity,
  type ObjectReferences,
  type Template as WireTemplate,
  type TemplateInput,
} from '@switchyard/contracts';
import { Template } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import type { Caller, ProjectAccess } from '../../auth/access/caller.js';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { ActiveTasks } from '../../tasks/active-tasks.js';
import { requireReferences, requireSamePlace } from '../shared/body-references.js';
import { ResourceStores, type ResourceStore } from '../shared/resource-store.js';
import { templateResource, type TemplateListQuery, vaultColumns } from '../../definitions/template.js';
import { TemplateReader } from './template-reader.js';
import { deleteTemplate } from './template-workspace.repository.js';
import { TemplateWorkspaces } from './template-workspaces.js';
import { replaceVaults } from './template.repository.js';
import { TemplateMembers } from './template-members.js';

/** Templates of tasks. */
@Injectable()
export class TemplatesService {
  private readonly store: ResourceStore<Template>;

  constructor(
    stores: ResourceStores,
    private readonly reader: TemplateReader,
    private readonly activeTasks: ActiveTasks,
    private readonly workspaces: TemplateWorkspaces,
    private readonly members: TemplateMembers,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {
    this.store = stores.of(templateResource);
  }

  list(projectId: number, query: TemplateListQuery): Promise<WireTemplate[]> {
    return this.reader.list(projectId, query);
  }

  async read({ projectId, permissions }: ProjectAccess, id: number): Promise<WireTemplate> {
    return { ...(await this.reader.read(projectId, id)), permissions };
  }

  refs(projectId: number, id: number): Promise<ObjectReferences> {
    return this.store.refs(projectId, id);
  }

  async create(caller: Caller, projectId: number, input: TemplateInput): Promise<WireTemplate> {
    requireSamePlace(input, projectId);
    const { id } = await this.store.create(
      caller,
      projectId,
      (manager) => this.members.of(manager, projectId, input, null),
      async (manager, templateId) => {
        await replaceVaults(manager, projectId, templateId, input.vaults.map(vaultColumns));
        await this.workspaces.give(manager, caller, { projectId, templateId, input });
      },
    );
    return this.reader.read(projectId, id);
  }

  tag(projectId: number, id: number): Promise<string> {
    return this.store.tag(projectId, id);
  }

  /** A template that may run in parallel now can let a waiting task start. */
  async update(
    caller: Caller,
    projectId: number,
    id: number,
    input: TemplateInput,
    expected: string | null,
  ): Promise<void> {
    requireSamePlace(input, projectId, id);
    await this.store.update(
      caller,
      projectId,
      id,
      async (manager, row) => {
        await this.store.requireUnchanged(manager, row, expected);
        return this.members.of(manager, projectId, input, row);
      },
      async (manager) => {
        await replaceVaults(manager, projectId, id, input.vaults.map(vaultColumns));
        await this.workspaces.attachNamed(manager, { projectId, templateId: id, input });
      },
    );
    this.engine.signals.dispatchNeeded('template changed');
  }

  describe(caller: Caller, projectId: number, id: number, description: string | null): Promise<void> {
    return this.store.set(caller, projectId, id, { description }, activity('template_described', { id }));
  }

  /** @param viewId null = it leaves its view. @throws 404 for a view that the project does not have */
  move(caller: Caller, projectId: number, id: number, viewId: number | null): Promise<void> {
    return this.store.update(caller, projectId, id, async (manager) => {
      await requireReferences(manager, Template, projectId, { viewId });
      return { viewId };
    });
  }

  /** Its tasks go with it, and the workspace that it was given and nothing else uses; tasks that run are stopped. */
  async remove(caller: Caller, projectId: number, id: number): Promise<void> {
    await this.store.row(projectId, id);
    await this.activeTasks.stopAll({ projectId, templateId: id }, { userId: caller.userId, force: true });
    await this.store.remove(caller, projectId, id, (manager) => deleteTemplate(manager, id));
    this.engine.signals.dispatchNeeded('template deleted');
  }
}
