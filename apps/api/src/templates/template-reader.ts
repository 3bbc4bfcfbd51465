import { Injectable } from '@nestjs/common';
import { effectiveApp, type Template as WireTemplate, type TemplateDrift } from '@switchyard/contracts';
import { Environment, GitRepository, Inventory, Template, TemplateVault } from '@switchyard/database';
import { DataSource, type EntityTarget, type FindOptionsWhere, In } from 'typeorm';
import { sorted } from '../resources/list-query.js';
import type { TemplateListQuery } from '../resources/template.js';
import { findOwned } from '../project-resources/owned-rows.repository.js';
import { TaskRepository } from '../tasks/task.repository.js';
import { lastPlans } from './last-plan.repository.js';
import { driftOf } from './template-drift.js';
import { toTemplate } from './template.mapper.js';

type Named = { id: number; projectId: number; name: string };

/** Reads templates with their vaults and their last and active tasks: a fixed number of queries, however long the list. */
@Injectable()
export class TemplateReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tasks: TaskRepository,
  ) {}

  /** @param where further columns that the rows must have */
  async list(
    projectId: number,
    query: TemplateListQuery,
    where: FindOptionsWhere<Template> = {},
  ): Promise<WireTemplate[]> {
    const { manager } = this.dataSource;
    const [rows, vaults, lastTasks, active, drifts] = await Promise.all([
      manager.findBy(Template, { ...where, projectId, ...(query.app ? { app: In(appsMeant(query.app)) } : {}) }),
      manager.find(TemplateVault, { where: { projectId }, order: { id: 'ASC' } }),
      this.tasks.lastByTemplate(projectId),
      this.tasks.activeByTemplate(projectId),
      this.drifts(projectId),
    ]);
    const byTemplate = vaultsByTemplate(vaults);
    const templates = rows.map((row) =>
      toTemplate({
        row,
        vaults: byTemplate.get(row.id) ?? [],
        lastTask: lastTasks.get(row.id) ?? null,
        activeTasks: active.get(row.id) ?? 0,
        drift: drifts.get(row.id) ?? null,
      }),
    );
    return this.inOrder(projectId, templates, query);
  }

  async read(projectId: number, id: number): Promise<WireTemplate> {
    const { manager } = this.dataSource;
    const row = await findOwned(manager, Template, projectId, id);
    const [vaults, [lastTask], active, drifts] = await Promise.all([
      manager.find(TemplateVault, { where: { templateId: id }, order: { id: 'ASC' } }),
      this.tasks.list({ projectId, templateId: id, max: 1 }),
      this.tasks.activeByTemplate(projectId),
      this.drifts(projectId, id),
    ]);
    const drift = drifts.get(id) ?? null;
    return toTemplate({ row, vaults, lastTask: lastTask ?? null, activeTasks: active.get(id) ?? 0, drift });
  }

  /** Changes that nobody has applied, by template id. */
  private async drifts(
    projectId: number,
    templateId: number | null = null,
  ): Promise<Map<number, TemplateDrift | null>> {
    const plans = await lastPlans(this.dataSource.manager, projectId, templateId);
    return new Map(plans.map((plan) => [plan.template_id, driftOf(plan)]));
  }

  private async inOrder(projectId: number, rows: WireTemplate[], query: TemplateListQuery): Promise<WireTemplate[]> {
    const fields = {
      name: (row: WireTemplate) => row.name,
      playbook: (row: WireTemplate) => row.playbook,
      inventory: await this.byName(query, 'inventory', Inventory, projectId, (row) => row.inventory_id),
      environment: await this.byName(query, 'environment', Environment, projectId, (row) => row.environment_id),
      repository: await this.byName(query, 'repository', GitRepository, projectId, (row) => row.repository_id),
    };
    return sorted(rows, query, fields);
  }

  /** The sort key "name of the object that the template uses"; the names are read only when they are sorted by. */
  private async byName<E extends Named>(
    query: TemplateListQuery,
    field: string,
    entity: EntityTarget<E>,
    projectId: number,
    reference: (row: WireTemplate) => number | null,
  ): Promise<(row: WireTemplate) => string> {
    const rows = query.sort === field ? await this.namesOf(entity, projectId) : [];
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return (row) => names.get(reference(row) ?? 0) ?? '';
  }

  private namesOf(entity: EntityTarget<Named>, projectId: number): Promise<Named[]> {
    return this.dataSource.manager.findBy<Named>(entity, { projectId });
  }
}

/** Templates without an app run as ansible. */
const appsMeant = (app: string): string[] => (app === effectiveApp('') ? [app, ''] : [app]);

function vaultsByTemplate(vaults: readonly TemplateVault[]): Map<number, TemplateVault[]> {
  const groups = new Map<number, TemplateVault[]>();
  for (const vault of vaults) {
    const group = groups.get(vault.templateId);
    groups.set(vault.templateId, group ?? [vault]);
    group?.push(vault);
  }
  return groups;
}
