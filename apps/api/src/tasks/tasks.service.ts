import { Inject, Injectable } from '@nestjs/common';
import { allows, type TaskInput, type TaskWithTemplate } from '@switchyard/contracts';
import { Task, Template } from '@switchyard/database';
import { confirmTask, createTask, deleteTask, type Engine, rejectTask, stopTask } from '@switchyard/engine';
import { SecretBox } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Caller, ProjectAccess } from '../auth/caller.js';
import { notFound, unauthorized } from '../http/refusals.js';
import { ENGINE } from '../infrastructure/tokens.js';
import { ActiveTasks } from '../project-resources/active-tasks.js';
import { entityOf, type StoredRow } from '../project-resources/stored-rows.js';
import { requireLaunchable } from './launch-rules.js';
import { type TaskListFilter, TaskReader } from './task-reader.js';
import { taskSecretContext } from './task-secret.js';
import { permittedOverrides } from './permitted-overrides.js';
import { taskVariables } from './task-variables.js';

/** Launching, reading and ending tasks for people. The engine alone moves a task. */
@Injectable()
export class Tasks {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly reader: TaskReader,
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
    private readonly activeTasks: ActiveTasks,
    private readonly audit: AuditTrail,
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
   * Overrides and variables that the template does not allow are dropped (rest contract 7); ids of another project and
   * answers that do not fit are refused.
   */
  async create(caller: Caller, project: ProjectAccess, input: TaskInput): Promise<TaskWithTemplate> {
    const { projectId } = project;
    const template = await this.requireTemplate(projectId, input.template_id);
    const overrides = permittedOverrides(input, template);
    await requireLaunchable(this.dataSource.manager, template, { ...overrides, buildTaskId: input.build_task_id });
    const others = template.allowAnyVarsInTask || allows(project.permissions, 'manageProjectResources');
    const { values, secrets } = taskVariables(input, template, others);
    const task = await createTask(this.engine, {
      projectId,
      templateId: template.id,
      userId: caller.userId,
      ...overrides,
      environment: isEmpty(values) ? '' : JSON.stringify(values),
      secret: isEmpty(secrets) ? null : this.secretBox.seal(JSON.stringify(secrets), taskSecretContext(projectId)),
      message: input.message,
      buildTaskId: input.build_task_id,
    });
    await this.audit.note({ entity: Task, objectType: 'task', objectId: task.id, before: null, after: task });
    return this.read(project, task.id);
  }

  /** A new task with the parameters of an earlier one, as far as its template still allows them. */
  async restart(caller: Caller, project: ProjectAccess, taskId: number): Promise<TaskWithTemplate> {
    const { projectId } = project;
    const task = await this.dataSource.manager.findOneBy(Task, { id: taskId, projectId });
    if (!task) {
      throw notFound();
    }
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

  confirm(caller: Caller, { projectId }: ProjectAccess, taskId: number): Promise<void> {
    return confirmTask(this.engine, { projectId, taskId, userId: caller.userId });
  }

  reject(caller: Caller, { projectId }: ProjectAccess, taskId: number): Promise<void> {
    return rejectTask(this.engine, { projectId, taskId, userId: caller.userId });
  }

  /** Stops every task of the template that has not ended. */
  async stopAll({ projectId }: ProjectAccess, templateId: number): Promise<void> {
    await this.requireTemplate(projectId, templateId);
    await this.activeTasks.stopAll({ projectId, templateId }, false);
  }

  stop({ projectId }: ProjectAccess, taskId: number, force: boolean): Promise<void> {
    return stopTask(this.engine, { projectId, taskId, force });
  }

  /** Only administrators delete tasks (rest contract 7: others get 401). */
  async remove(caller: Caller, { projectId }: ProjectAccess, taskId: number): Promise<void> {
    if (!caller.admin) {
      throw unauthorized();
    }
    await deleteTask(this.engine, { projectId, taskId });
  }

  private async requireTemplate(projectId: number, id: number): Promise<Template> {
    const { manager } = this.dataSource;
    const [found] = await manager.query<{ template: StoredRow }[]>(
      'select to_json(template) as template from template where id = $1 and project_id = $2',
      [id, projectId],
    );
    if (!found) {
      throw notFound();
    }
    return entityOf(manager, Template, found.template);
  }
}

const isEmpty = (values: object): boolean => Object.keys(values).length === 0;
