import { Inject, Injectable } from '@nestjs/common';
import {
  confirmationRefusal,
  type DecisionInput,
  type Problem,
  type ReviewAnswer,
  sentProblem,
} from '@switchyard/contracts';
import { Task, Template } from '@switchyard/database';
import { applyReviewed, type Approval, confirmTask, type Engine, reviewRefusal } from '@switchyard/engine';
import { UserError } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { Caller, ProjectAccess } from '../auth/access/caller.js';
import { findOwned } from '../platform/database/owned-rows.repository.js';
import { ENGINE } from '../platform/infrastructure/tokens.js';
import { isAuthor } from './forge-accounts.repository.js';
import { TaskAudit } from './task-audit.js';

/** Lets plans be applied, for people. */
@Injectable()
export class Reviews {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly dataSource: DataSource,
    private readonly audit: TaskAudit,
  ) {}

  /** Lets the plan of a task that waits be applied. @throws 403 when the template asks for somebody else */
  async confirm({ userId }: Caller, project: ProjectAccess, taskId: number, given: DecisionInput): Promise<void> {
    const refused = await this.refusal({ userId }, project, taskId);
    if (refused) {
      throw new UserError(403, refused);
    }
    const { projectId } = project;
    const change = await confirmTask(this.engine, { ...given, projectId, taskId, userId });
    await this.audit.moved(projectId, taskId, change);
  }

  /** Returns the reason that keeps every member from applying the plan of a task. @throws 404 */
  async answer({ projectId }: ProjectAccess, taskId: number): Promise<ReviewAnswer> {
    const refused = await reviewRefusal(this.engine, { projectId, taskId, way: 'members' });
    return { problem: refused && sentProblem(refused) };
  }

  /** @throws 403 when the template asks for somebody else, 409 when the plan is not to be applied (any more) */
  async apply({ userId }: Pick<Caller, 'userId'>, project: ProjectAccess, taskId: number): Promise<Task> {
    const { projectId } = project;
    const refused = await this.refusal({ userId }, project, taskId);
    if (refused) {
      throw new UserError(403, refused);
    }
    const approval = {
      projectId,
      taskId,
      userId,
      integrationId: null,
      account: null,
      url: null,
      key: null,
      merged: null,
    };
    return this.start({ ...approval, way: 'members' });
  }

  /** Why somebody may not let the plan of a task be applied, by the rules of its template for confirmations. @throws 404 */
  async refusal(
    { userId }: Pick<Caller, 'userId'>,
    { projectId, permissions }: ProjectAccess,
    taskId: number,
  ): Promise<Problem | null> {
    const { manager } = this.dataSource;
    const task = await findOwned(manager, Task, projectId, taskId);
    const rule = await findOwned(manager, Template, projectId, task.templateId);
    const starterId = (await isAuthor(manager, task, userId)) ? userId : task.userId;
    return confirmationRefusal(rule, { userId, permissions, starterId });
  }

  /** @throws ReviewRefusedError */
  async start(approval: Approval): Promise<Task> {
    const task = await applyReviewed(this.engine, approval);
    await this.audit.created(task);
    return task;
  }
}
