import { Inject, Injectable } from '@nestjs/common';
import type { TaskInput, TaskWithTemplate } from '@switchyard/contracts';
import { Template } from '@switchyard/database';
import { createTask, deleteTask, type Engine, stopTask } from '@switchyard/engine';
import { SecretBox } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { Caller, ProjectAccess } from '../auth/caller.js';
import { notFound, unauthorized } from '../http/refusals.js';
import { ENGINE } from '../infrastructure/tokens.js';
import { type TaskListFilter, TaskReader } from './task-reader.js';
import { taskSecretContext } from './task-secret.js';
import { permittedOverrides } from './permitted-overrides.js';

/** Launching, reading and ending tasks for people. The engine alone moves a task. */
@Injectable()
export class Tasks {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly reader: TaskReader,
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
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

  /** Overrides the template does not allow are dropped (rest contract 7); ids of another project are refused. */
  async create(caller: Caller, project: ProjectAccess, input: TaskInput): Promise<TaskWithTemplate> {
    const { projectId } = project;
    const template = await this.requireTemplate(projectId, input.template_id);
    const { id } = await createTask(this.engine, {
      projectId,
      templateId: template.id,
      userId: caller.userId,
      ...permittedOverrides(input, template),
      environment: input.environment === '{}' ? '' : input.environment,
      secret: input.secret === '{}' ? null : this.secretBox.seal(input.secret, taskSecretContext(projectId)),
      message: input.message,
      buildTaskId: input.build_task_id,
    });
    return this.read(project, id);
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
    const template = await this.dataSource.manager.findOneBy(Template, { id, projectId });
    if (!template) {
      throw notFound();
    }
    return template;
  }
}
