import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import {
  type PlanViewQuery,
  type TaskError as TaskErrorView,
  type TaskHost as TaskHostView,
  type NamedOutput,
  type TaskRepository,
  type TaskSnapshot as TaskSnapshotView,
  type TaskStage as TaskStageView,
  TOOL_STAGES,
} from '@switchyard/contracts';
import { Task, type TaskStage } from '@switchyard/database';
import { type Engine, readPlanView } from '@switchyard/engine';
import type { Entitlements } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import type { ProjectAccess } from '../auth/access/caller.js';
import { findOwned } from '../platform/database/owned-rows.repository.js';
import { notFound } from '../platform/http/refusals.js';
import { ENGINE, ENTITLEMENTS } from '../platform/infrastructure/tokens.js';
import { LogReader } from './logs/log-reader.js';
import { type Phase, taskPhases } from './task-phases.js';
import {
  findErrors,
  findHosts,
  findOutputs,
  findSnapshot,
  findStages,
  findTaskRepository,
} from './task-result.repository.js';

const expand = promisify(inflateRaw);

/** Results and inputs of a task: host statistics, failures, stages, snapshot, view of the plan. */
@Injectable()
export class TaskResults {
  private readonly manager: EntityManager;

  constructor(
    dataSource: DataSource,
    private readonly logs: LogReader,
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(ENTITLEMENTS) private readonly entitlements: Entitlements,
  ) {
    this.manager = dataSource.manager;
  }

  /** None without the feature. */
  async hosts(project: ProjectAccess, taskId: number): Promise<TaskHostView[]> {
    await this.requireTask(project, taskId);
    if (!(await this.isIncluded(project))) {
      return [];
    }
    const rows = await findHosts(this.manager, taskId);
    return rows.map(({ taskId: task_id, created, ...row }) => ({
      ...row,
      task_id,
      project_id: project.projectId,
      created: created.toISOString(),
    }));
  }

  /** None without the feature. */
  async errors(project: ProjectAccess, taskId: number): Promise<TaskErrorView[]> {
    await this.requireTask(project, taskId);
    if (!(await this.isIncluded(project))) {
      return [];
    }
    const rows = await findErrors(this.manager, taskId);
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

  /** Phases and what tools reported of them, in the order of their beginnings. */
  async stages({ projectId }: ProjectAccess, taskId: number): Promise<TaskStageView[]> {
    const task = await findOwned(this.manager, Task, projectId, taskId);
    const [log, reported] = await Promise.all([this.logs.phases(taskId), findStages(this.manager, taskId)]);
    const begin = ({ start }: Pick<TaskStageView, 'start'>): number => (start === null ? Infinity : Date.parse(start));
    return [...taskPhases(task, log).map(phaseStage), ...reported.toSorted(byType).map(reportedStage)]
      .toSorted((a, b) => begin(a) - begin(b) || 0)
      .map((stage, i) => ({ id: i + 1, task_id: taskId, ...stage }));
  }

  /** Of the last attempt, once it has ended. */
  async outputs(project: ProjectAccess, taskId: number): Promise<NamedOutput[]> {
    await this.requireTask(project, taskId);
    return findOutputs(this.manager, taskId);
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
      image: snapshot.image ?? null,
      image_digest: row.image_digest,
    };
  }

  /** @throws 404 like {@link snapshot} */
  async repository({ projectId }: ProjectAccess, taskId: number): Promise<TaskRepository> {
    const repository = await findTaskRepository(this.manager, projectId, taskId);
    if (!repository) {
      throw notFound();
    }
    return repository;
  }

  /** The JSON of a `PlanView`, as it was checked when it came in. @throws 404 when there is none */
  async plan({ projectId }: ProjectAccess, taskId: number, { attributes }: PlanViewQuery): Promise<string> {
    const view = await readPlanView(this.engine, { projectId, taskId }, attributes ? 'whole' : 'list');
    if (!view) {
      throw notFound();
    }
    return (await expand(view)).toString('utf8');
  }

  private async isIncluded({ projectId }: ProjectAccess): Promise<boolean> {
    return (await this.entitlements.features(projectId)).task_result;
  }

  private async requireTask({ projectId }: ProjectAccess, id: number): Promise<void> {
    await findOwned(this.manager, Task, projectId, id);
  }
}

type Stage = Omit<TaskStageView, 'id' | 'task_id'>;

/** Output ids are 1-based. */
const outputId = (line: number | null): number | null => (line === null ? null : line + 1);

const byType = (a: TaskStage, b: TaskStage): number => TOOL_STAGES.indexOf(a.type) - TOOL_STAGES.indexOf(b.type);

const phaseStage = ({ type, start, end, firstLine, lastLine }: Phase): Stage => ({
  type,
  start: start.toISOString(),
  end: end?.toISOString() ?? null,
  start_output_id: outputId(firstLine),
  end_output_id: outputId(lastLine),
  result: null,
});

const reportedStage = ({ type, started, ended, firstLine, lastLine, result }: TaskStage): Stage => ({
  type,
  start: started?.toISOString() ?? null,
  end: ended?.toISOString() ?? null,
  start_output_id: outputId(firstLine),
  end_output_id: outputId(lastLine),
  result: result ?? null,
});
