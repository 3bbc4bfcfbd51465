import { Injectable } from '@nestjs/common';
import { effectiveApp, type TaskWithTemplate, type Template as WireTemplate } from '@switchyard/contracts';
import { Environment, GitRepository, Inventory } from '@switchyard/database';
import { DataSource, type EntityTarget } from 'typeorm';
import { listOwned } from '../../platform/database/owned-rows.repository.js';
import { notFound } from '../../platform/http/refusals.js';
import { sorted } from '../../platform/http/list-query.js';
import type { TemplateListQuery } from '../../definitions/template.js';
import { findLastTasks, findNewestTask } from '../../tasks/task.repository.js';
import { driftOf } from './template-drift.js';
import { type TemplateFacts, type TemplateFilter, templatesWithFacts } from './template-facts.repository.js';
import { toTemplate } from './template.mapper.js';

type Named = { id: number; projectId: number; name: string };

/** Reads templates with their vaults and their last and active tasks: a fixed number of statements, however long the list. */
@Injectable()
export class TemplateReader {
  constructor(private readonly dataSource: DataSource) {}

  /** @param filter further conditions beside those of the query */
  async list(projectId: number, query: TemplateListQuery, filter: TemplateFilter = {}): Promise<WireTemplate[]> {
    const apps = query.app ? { apps: appsMeant(query.app) } : {};
    const [facts, lastTasks] = await Promise.all([
      templatesWithFacts(this.dataSource, projectId, { ...filter, ...apps }),
      findLastTasks(this.dataSource.manager, projectId),
    ]);
    const templates = facts.map((each) => shown(each, lastTasks.get(each.row.id) ?? null));
    return this.inOrder(projectId, templates, query);
  }

  async read(projectId: number, id: number): Promise<WireTemplate> {
    const [[facts], lastTask] = await Promise.all([
      templatesWithFacts(this.dataSource, projectId, { id }),
      findNewestTask(this.dataSource.manager, projectId, id),
    ]);
    if (!facts) {
      throw notFound();
    }
    return shown(facts, lastTask);
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
    const rows = query.sort === field ? await listOwned(this.dataSource.manager, entity, projectId) : [];
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return (row) => names.get(reference(row) ?? 0) ?? '';
  }
}

/** Templates without an app run as ansible. */
const appsMeant = (app: string): string[] => (app === effectiveApp('') ? [app, ''] : [app]);

function shown({ plan, ...facts }: TemplateFacts, lastTask: TaskWithTemplate | null): WireTemplate {
  return toTemplate({ ...facts, lastTask, drift: plan && driftOf(plan) });
}
