import { Inject, Injectable } from '@nestjs/common';
import {
  allows,
  type DecisionInput,
  type StopInput,
  type TaskInput,
  type TaskQueuePlace,
  type TaskWithTemplate,
} from '@switchyard/contracts';
import { Task, Template } from '@switchyard/database';
import { deleteTask, type Engine, launchTask, rejectTask, stopTask, taskSecretContext } from '@switchyard/engine';
import { SecretBox } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { Caller, ProjectAccess } from '../auth/access/caller.js';
import { findOwned } from '../platform/database/owned-rows.repository.js';
import { notFound, notPermitted } from '../platform/http/refusals.js';
import type { TraceContext } from '../platform/http/trace-context.js';
import { ENGINE } from '../platform/infrastructure/tokens.js';
import { ActiveTasks } from './active-tasks.js';
import { LaunchKeys } from './launch-keys.js';
import { countTasksBefore } from './queue-place.repository.js';
import { TaskAudit } from './task-audit.js';
import { findTask } from './task.repository.js';
import { launchedRow, toTaskWithTemplate } from './task.mapper.js';

/** Facts that come with a launch beside its body. */
interface Sent {
  key?: string | null;
  trace?: TraceContext;
}

const NO_TRACE: TraceContext = { traceparent: null, clicked: null };

/** Launching, reading and ending tasks for people. The engine alone moves a task. */
@Injectable()
export class Tasks {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
    private readonly activeTasks: ActiveTasks,
    private readonly audit: TaskAudit,
    private readonly launchKeys: LaunchKeys,
  ) {}

  async read({ projectId }: ProjectAccess, taskId: number): Promise<TaskWithTemplate> {
    const task = await findTask(this.dataSource.manager, projectId, taskId);
    if (!task) {
      throw notFound();
    }
    return task;
  }

  async queuePlace({ projectId }: ProjectAccess, taskId: number): Promise<TaskQueuePlace> {
    const before = await countTasksBefore(this.dataSource.manager, projectId, taskId);
    if (before === null) {
      throw notFound();
    }
    return { before };
  }

  /**
   * Overrides and variables that the template does not allow are dropped and named in the answer; ids of another project
   * and answers that do not fit are refused. With a key the same launch is started once, however often it is sent.
   */
  async create(
    caller: Caller,
    project: ProjectAccess,
    input: TaskInput,
    { key = null, trace = NO_TRACE }: Sent = {},
  ): Promise<TaskWithTemplate> {
    const { projectId } = project;
    const managesProject = allows(project.permissions, 'manageProjectResources');
    const origin = { kind: 'user', userId: caller.userId, managesProject } as const;
    const launchKey = key === null ? null : this.launchKeys.of(caller, projectId, { key, input });
    const traceparent = this.parentOf(trace);
    const launched = await launchTask(this.engine, origin, { projectId, input, traceparent }, launchKey);
    if ('known' in launched) {
      return this.read(project, this.launchKeys.taskOf(launched.known, projectId, input));
    }
    const { task, template } = launched;
    await this.audit.created(task);
    return task.buildTaskId === null
      ? toTaskWithTemplate(launchedRow(task, template, caller.name), undefined)
      : this.read(project, task.id);
  }

  /** A new task with the parameters of an earlier one, as far as its template still allows them. */
  async restart(caller: Caller, project: ProjectAccess, taskId: number): Promise<TaskWithTemplate> {
    const { projectId } = project;
    const task = await this.requireTask(projectId, taskId);
    const ofPull = task.pullRequest !== null;
    return this.create(caller, project, {
      id: ofPull ? taskId : null,
      template_id: task.templateId,
      playbook: task.playbook,
      environment: task.environment || '{}',
      secret: task.secret ? this.secretBox.openText(task.secret, taskSecretContext(projectId)) : '{}',
      arguments: task.arguments,
      git_branch: task.gitBranch,
      commit_hash: ofPull ? task.commitHash : null,
      message: task.message,
      inventory_id: task.inventoryId,
      build_task_id: task.buildTaskId,
      params: task.params,
    });
  }

  async reject({ userId }: Caller, { projectId }: ProjectAccess, taskId: number, given: DecisionInput): Promise<void> {
    const change = await rejectTask(this.engine, { ...given, projectId, taskId, userId });
    await this.audit.moved(projectId, taskId, change);
  }

  /** Stops every task of the template that has not ended. */
  async stopAll({ userId }: Caller, { projectId }: ProjectAccess, templateId: number): Promise<void> {
    await findOwned(this.dataSource.manager, Template, projectId, templateId);
    await this.activeTasks.stopAll({ projectId, templateId }, { userId, force: false }, ({ taskId, ...change }) =>
      this.audit.moved(projectId, taskId, change),
    );
  }

  async stop({ userId }: Caller, { projectId }: ProjectAccess, taskId: number, input: StopInput): Promise<void> {
    await this.audit.moved(projectId, taskId, await stopTask(this.engine, { ...input, projectId, taskId, userId }));
  }

  /** Only administrators delete tasks; others get 401. */
  async remove(caller: Caller, { projectId }: ProjectAccess, taskId: number): Promise<void> {
    if (!caller.admin) {
      throw notPermitted();
    }
    const task = await this.requireTask(projectId, taskId);
    await deleteTask(this.engine, { projectId, taskId });
    await this.audit.removed(task);
  }

  /** A click is a span of its own, which ends when the launch arrives. */
  private parentOf({ traceparent, clicked }: TraceContext): string | null {
    const click = clicked && this.engine.traces?.begin('click', traceparent, clicked);
    click?.end();
    return click?.traceparent ?? traceparent;
  }

  private requireTask(projectId: number, id: number): Promise<Task> {
    return findOwned(this.dataSource.manager, Task, projectId, id);
  }
}
