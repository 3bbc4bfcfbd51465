import { Injectable } from '@nestjs/common';
import type { WorkspaceDrift as WireDrift } from '@switchyard/contracts';
import { Template, type WorkspaceDrift } from '@switchyard/database';
import { DataSource } from 'typeorm';
import { findOwned } from '../../platform/database/owned-rows.repository.js';
import { findDrifts } from '../state/state.repository.js';

/** How the workspaces of a template stand to its configuration. */
@Injectable()
export class WorkspaceDrifts {
  constructor(private readonly dataSource: DataSource) {}

  /** Of every workspace that a task of the template has shown something about. @throws 404 */
  async list({ projectId, templateId }: { projectId: number; templateId: number }): Promise<WireDrift[]> {
    const { manager } = this.dataSource;
    await findOwned(manager, Template, projectId, templateId);
    const rows = await findDrifts(manager, templateId);
    return rows.map(toWire);
  }
}

const toWire = (row: WorkspaceDrift): WireDrift => ({
  inventory_id: row.inventoryId,
  template_id: row.templateId,
  status: row.status,
  task_id: row.taskId,
  summary: row.summary,
  since: row.since.toISOString(),
  checked: row.checked.toISOString(),
});
