import { Injectable } from '@nestjs/common';
import {
  STAGE_TYPES,
  type TaskError as TaskErrorView,
  type TaskHost as TaskHostView,
  type TaskSnapshot as TaskSnapshotView,
  type TaskStage as TaskStageView,
} from '@switchyard/contracts';
import { Task, TaskError, TaskHost, TaskStage } from '@switchyard/database';
import { DataSource, type EntityManager } from 'typeorm';
import type { ProjectAccess } from '../auth/access/caller.js';
import { notFound } from '../http/refusals.js';
import { findSnapshot } from './task-snapshot.repository.js';

/** What a task did and with what: host statistics, failed tasks, stages, the snapshot. */
@Injectable()
export class TaskResults {
  private readonly manager: EntityManager;

  constructor(dataSource: DataSource) {
    this.manager = dataSource.manager;
  }

  async hosts(project: ProjectAccess, taskId: number): Promise<TaskHostView[]> {
    await this.requireTask(project, taskId);
    const rows = await this.manager.find(TaskHost, { where: { taskId }, order: { host: 'ASC' } });
    return rows.map(({ taskId: task_id, created, ...row }) => ({
      ...row,
      task_id,
      project_id: project.projectId,
      created: created.toISOString(),
    }));
  }

  async errors(project: ProjectAccess, taskId: number): Promise<TaskErrorView[]> {
    await this.requireTask(project, taskId);
    const rows = await this.manager.find(TaskError, { where: { taskId }, order: { index: 'ASC' } });
    return rows.map(({ id, host, task, error, created }) => ({
      id,
      task_id: taskId,
      project_id: project.projectId,
      host,
      task,
      error,
      created: created.toISOString(),
    }));
  }

  async stages(project: ProjectAccess, taskId: number): Promise<TaskStageView[]> {
    await this.requireTask(project, taskId);
    const rows = await this.manager.findBy(TaskStage, { taskId });
    return rows.toSorted((a, b) => STAGE_TYPES.indexOf(a.type) - STAGE_TYPES.indexOf(b.type)).map(toStage);
  }

  /** @throws 404 also before the task was given to a runner, when there are no results */
  async snapshot({ projectId }: ProjectAccess, taskId: number): Promise<TaskSnapshotView> {
    const row = await findSnapshot(this.manager, projectId, taskId);
    if (!row) {
      throw notFound();
    }
    const { snapshot, content, runner_id: id, runner_name: name } = row;
    const { inventory } = snapshot;
    return {
      ...snapshot,
      inventory: inventory && { ...inventory, content: content ?? inventory.content },
      runner: id === null ? null : { id, name: name ?? '' },
      command: row.command,
      tool_version: row.tool_version,
    };
  }

  private async requireTask({ projectId }: ProjectAccess, id: number): Promise<void> {
    if (!(await this.manager.existsBy(Task, { id, projectId }))) {
      throw notFound();
    }
  }
}

/** Output ids are 1-based. */
function toStage(row: TaskStage): TaskStageView {
  const outputId = (line: number | null): number | null => (line === null ? null : line + 1);
  return {
    id: row.id,
    task_id: row.taskId,
    type: row.type,
    start: row.started?.toISOString() ?? null,
    end: row.ended?.toISOString() ?? null,
    start_output_id: outputId(row.firstLine),
    end_output_id: outputId(row.lastLine),
    result: row.result ?? null,
  };
}
