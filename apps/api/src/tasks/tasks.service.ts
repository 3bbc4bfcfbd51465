import { Inject, Injectable } from '@nestjs/common';
import { allows, boundedIgnored, launchVariables, type TaskInput, type TaskWithTemplate } from '@switchyard/contracts';
import { Task, Template } from '@switchyard/database';
import { confirmTask, createTask, deleteTask, type Engine, readOrigin, rejectTask, stopTask } from '@switchyard/engine';
import { SecretBox } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { Caller, ProjectAccess } from '../auth/access/caller.js';
import { badRequest, notFound, unauthorized } from '../http/refusals.js';
import { ENGINE } from '../infrastructure/tokens.js';
import { ActiveTasks } from '../project-resources/active-tasks.js';
import { LaunchKeys } from './launch-keys.js';
import { requireLaunchable } from './launch-rules.js';
import { TaskAudit } from './task-audit.js';
import { type TaskListFilter, TaskReader } from './task-reader.js';
import { taskSecretContext } from '../assignments/task-secret.js';
import { launchedRow, toTaskWithTemplate } from './task.mapper.js';
import { permittedOverrides } from './permitted-overrides.js';

/** Launching, reading and ending tasks for people. The engine alone moves a task. */
@Injectable()
export class Tasks {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly reader: TaskReader,
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
    private readonly activeTasks: ActiveTasks,
    private readonly audit: TaskAudit,
    private readonly launchKeys: LaunchKeys,
  ) {}

  list({ projectId }: ProjectAccess, filter: Omit<TaskListFilter, 'projectId'>): Promise<TaskWithTemplate[]> {
    return this.reader.list({ ...filter, projectId });
  }

  /** Tasks of one template; 404 when it is of another project. */
  async listOfTemplate(
    project: ProjectAccess,
    templateId: number,
    filter: Omit<TaskListFilter, 'projectId' | 'templateId'>,
  ): Promise<TaskWithTemplate[]> {
    await this.requireTemplate(project.projectId, templateId);
    return this.list(project, { ...filter, templateId });
  }

  async read({ projectId }: ProjectAccess, taskId: number): Promise<TaskWithTemplate> {
    const task = await this.reader.find(projectId, taskId);
    if (!task) {
      throw notFound();
    }
    return task;
  }

  /**
   * Overrides and variables that the template does not allow are dropped and named in the answer; ids
   * of another project and answers that do not fit are refused. With a key the same launch is started once, however
   * often it is asked for.
   */
  async create(
    caller: Caller,
    project: ProjectAccess,
    input: TaskInput,
    key: string | null = null,
  ): Promise<TaskWithTemplate> {
    const { projectId } = project;
    const earlier = key === null ? null : await this.launchKeys.find(caller, projectId, key, input);
    if (earlier !== null) {
      return this.read(project, earlier);
    }
    const origin = await readOrigin(this.engine, {
      projectId,
      templateId: input.template_id,
      inventoryId: input.inventory_id,
      buildTaskId: input.build_task_id,
    });
    const { template } = origin;
    const { overrides, ignored } = permittedOverrides(input, template);
    requireLaunchable(origin, overrides.inventoryId);
    const trustedVariables = allows(project.permissions, 'manageProjectResources');
    const { values, secrets, faults, ...variables } = launchVariables(template, input, trustedVariables);
    if (faults.length > 0) {
      throw badRequest(faults.map(({ message }) => message).join('; '));
    }
    const given = {
      projectId,
      templateId: template.id,
      userId: caller.userId,
      ...overrides,
      environment: isEmpty(values) ? '' : JSON.stringify(values),
      secret: isEmpty(secrets) ? null : this.secretBox.seal(JSON.stringify(secrets), taskSecretContext(projectId)),
      message: input.message,
      buildTaskId: input.build_task_id,
      ignored: boundedIgnored([...ignored, ...variables.ignored]),
      trustedVariables,
    };
    const task =
      key === null
        ? await createTask(this.engine, given, origin)
        : await this.launchKeys.create(caller, given, origin, { key, input });
    if (typeof task === 'number') {
      return this.read(project, task);
    }
    await this.audit.created(task);
    return task.buildTaskId === null
      ? toTaskWithTemplate(launchedRow(task, template, caller.name), undefined)
      : this.read(project, task.id);
  }

  /** A new task with the parameters of an earlier one, as far as its template still allows them. */
  async restart(caller: Caller, project: ProjectAccess, taskId: number): Promise<TaskWithTemplate> {
    const { projectId } = project;
    const task = await this.requireTask(projectId, taskId);
    return this.create(caller, project, {
      template_id: task.templateId,
      playbook: task.playbook,
      environment: task.environment || '{}',
      secret: task.secret ? this.secretBox.openText(task.secret, taskSecretContext(projectId)) : '{}',
      arguments: task.arguments,
      git_branch: task.gitBranch,
      commit_hash: null,
      message: task.message,
      inventory_id: task.inventoryId,
      build_task_id: task.buildTaskId,
      params: task.params,
    });
  }

  async confirm(caller: Caller, { projectId }: ProjectAccess, taskId: number): Promise<void> {
    const change = await confirmTask(this.engine, { projectId, taskId, userId: caller.userId });
    await this.audit.moved(projectId, taskId, change);
  }

  async reject(caller: Caller, { projectId }: ProjectAccess, taskId: number): Promise<void> {
    const change = await rejectTask(this.engine, { projectId, taskId, userId: caller.userId });
    await this.audit.moved(projectId, taskId, change);
  }

  /** Stops every task of the template that has not ended. */
  async stopAll({ projectId }: ProjectAccess, templateId: number): Promise<void> {
    await this.requireTemplate(projectId, templateId);
    for (const { taskId, ...change } of await this.activeTasks.stopAll({ projectId, templateId }, false)) {
      await this.audit.moved(projectId, taskId, change);
    }
  }

  async stop({ projectId }: ProjectAccess, taskId: number, force: boolean): Promise<void> {
    await this.audit.moved(projectId, taskId, await stopTask(this.engine, { projectId, taskId, force }));
  }

  /** Only administrators delete tasks; others get 401. */
  async remove(caller: Caller, { projectId }: ProjectAccess, taskId: number): Promise<void> {
    if (!caller.admin) {
      throw unauthorized();
    }
    const task = await this.requireTask(projectId, taskId);
    await deleteTask(this.engine, { projectId, taskId });
    await this.audit.removed(task);
  }

  private async requireTask(projectId: number, id: number): Promise<Task> {
    const task = await this.dataSource.manager.findOneBy(Task, { id, projectId });
    if (!task) {
      throw notFound();
    }
    return task;
  }

  private async requireTemplate(projectId: number, id: number): Promise<void> {
    if (!(await this.dataSource.manager.existsBy(Template, { id, projectId }))) {
      throw notFound();
    }
  }
}

const isEmpty = (values: object): boolean => Object.keys(values).length === 0;
