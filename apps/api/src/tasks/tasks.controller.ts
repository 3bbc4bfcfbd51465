import { Body, Controller, Delete, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import {
  DecisionInput,
  MAX_LAST_TASKS,
  MAX_TASKS,
  ReviewAnswer,
  StopInput,
  TaskInput,
  TaskListQuery,
  TaskQueuePlace,
  TaskWithTemplate,
} from '@switchyard/contracts';
import { BodyLimit, MEBIBYTE, Refuses, ResponseSchema, ResponseStream } from '@switchyard/server';
import { z } from 'zod';
import { AuditAs } from '../auth/audit/audit-as.js';
import { ProjectMember, RequirePermission } from '../auth/access/access.js';
import { type Caller, CurrentCaller, CurrentProject, type ProjectAccess } from '../auth/access/caller.js';
import { AllowedInDemo } from '../auth/access/demo-gate.js';
import { PathId } from '../platform/http/path-id.js';
import { IdempotencyKey } from '../platform/http/idempotency-key.js';
import { CurrentTrace, type TraceContext } from '../platform/http/trace-context.js';
import { ListedTasks } from './listed-tasks.js';
import { Reviews } from './reviews.js';
import { Tasks } from './tasks.service.js';

/** Lists are written already. */
const JSON_TYPE = 'application/json; charset=utf-8';

/** Launches, lists, reads, stops and deletes tasks. */
@Controller('api/project/:projectId')
export class TasksController {
  constructor(
    private readonly tasks: Tasks,
    private readonly lists: ListedTasks,
    private readonly reviewed: Reviews,
  ) {}

  @ResponseStream(z.array(TaskWithTemplate))
  @Header('content-type', JSON_TYPE)
  @Get('tasks')
  @ProjectMember()
  list(
    @CurrentProject() { projectId }: ProjectAccess,
    @Query({ schema: TaskListQuery }) query: TaskListQuery,
  ): Promise<Buffer> {
    return this.lists.list({ ...query, projectId, max: MAX_TASKS });
  }

  @ResponseStream(z.array(TaskWithTemplate))
  @Header('content-type', JSON_TYPE)
  @Get('tasks/last')
  @ProjectMember()
  last(
    @CurrentProject() { projectId }: ProjectAccess,
    @Query({ schema: TaskListQuery }) query: TaskListQuery,
  ): Promise<Buffer> {
    return this.lists.list({ ...query, projectId, max: MAX_LAST_TASKS });
  }

  @ResponseStream(z.array(TaskWithTemplate))
  @Header('content-type', JSON_TYPE)
  @Get('templates/:templateId/tasks')
  @ProjectMember()
  listOfTemplate(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('templateId') templateId: number,
    @Query({ schema: TaskListQuery }) query: TaskListQuery,
  ): Promise<Buffer> {
    return this.lists.listOfTemplate({ ...query, projectId, templateId, max: MAX_TASKS });
  }

  @ResponseStream(z.array(TaskWithTemplate))
  @Header('content-type', JSON_TYPE)
  @Get('templates/:templateId/tasks/last')
  @ProjectMember()
  lastOfTemplate(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('templateId') templateId: number,
    @Query({ schema: TaskListQuery }) query: TaskListQuery,
  ): Promise<Buffer> {
    return this.lists.listOfTemplate({ ...query, projectId, templateId, max: MAX_LAST_TASKS });
  }

  @ResponseSchema(TaskWithTemplate)
  @Refuses(422, 'The Idempotency-Key was used for another launch.')
  @Post('tasks')
  @AllowedInDemo('launch')
  @BodyLimit(4 * MEBIBYTE)
  @RequirePermission('runProjectTasks')
  create(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @Body({ schema: TaskInput }) input: TaskInput,
    @IdempotencyKey() key: string | null,
    @CurrentTrace() trace: TraceContext,
  ): Promise<TaskWithTemplate> {
    return this.tasks.create(caller, project, input, { key, trace });
  }

  @ResponseSchema(TaskWithTemplate)
  @Get('tasks/:taskId')
  @ProjectMember()
  read(@CurrentProject() project: ProjectAccess, @PathId('taskId') taskId: number): Promise<TaskWithTemplate> {
    return this.tasks.read(project, taskId);
  }

  @ResponseSchema(TaskQueuePlace)
  @Get('tasks/:taskId/queue')
  @ProjectMember()
  queuePlace(@CurrentProject() project: ProjectAccess, @PathId('taskId') taskId: number): Promise<TaskQueuePlace> {
    return this.tasks.queuePlace(project, taskId);
  }

  @Post('tasks/:taskId/stop')
  @AllowedInDemo()
  @HttpCode(204)
  @RequirePermission('runProjectTasks')
  stop(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
    @Body({ schema: StopInput }) input: StopInput,
  ): Promise<void> {
    return this.tasks.stop(caller, project, taskId, input);
  }

  /** The same as stop, for clients that know it by this name. */
  @Post('tasks/:taskId/cancel')
  @AllowedInDemo()
  @HttpCode(204)
  @RequirePermission('runProjectTasks')
  cancel(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
  ): Promise<void> {
    return this.tasks.stop(caller, project, taskId, { force: false, reason: '' });
  }

  /** Recorded twice: which task was started again, and the new one. */
  @ResponseSchema(TaskWithTemplate)
  @Post('tasks/:taskId/restart')
  @AllowedInDemo('launch')
  @AuditAs('tasks.restart')
  @RequirePermission('runProjectTasks')
  restart(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
  ): Promise<TaskWithTemplate> {
    return this.tasks.restart(caller, project, taskId);
  }

  @Post('tasks/:taskId/confirm')
  @AllowedInDemo()
  @HttpCode(204)
  @RequirePermission('runProjectTasks')
  confirm(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
    @Body({ schema: DecisionInput }) input: DecisionInput,
  ): Promise<void> {
    return this.reviewed.confirm(caller, project, taskId, input);
  }

  @ResponseSchema(ReviewAnswer)
  @Get('tasks/:taskId/apply')
  @ProjectMember()
  applicable(@CurrentProject() project: ProjectAccess, @PathId('taskId') taskId: number): Promise<ReviewAnswer> {
    return this.reviewed.answer(project, taskId);
  }

  /** Starts a task that applies what the plan of a pull request shows, where its template lets members do so. */
  @ResponseSchema(TaskWithTemplate)
  @Refuses(409, 'The plan is not the newest one of the last commit, is of a fork, or is applied already.')
  @Post('tasks/:taskId/apply')
  @AllowedInDemo('launch')
  @RequirePermission('runProjectTasks')
  async apply(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
  ): Promise<TaskWithTemplate> {
    return this.tasks.read(project, (await this.reviewed.apply(caller, project, taskId)).id);
  }

  @Post('tasks/:taskId/reject')
  @AllowedInDemo()
  @HttpCode(204)
  @RequirePermission('runProjectTasks')
  reject(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
    @Body({ schema: DecisionInput }) input: DecisionInput,
  ): Promise<void> {
    return this.tasks.reject(caller, project, taskId, input);
  }

  /** Recorded for the template, and for each task that was stopped. */
  @Post('templates/:templateId/stop_all_tasks')
  @AuditAs('tasks.stop-all')
  @HttpCode(204)
  @RequirePermission('runProjectTasks')
  stopAll(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('templateId') templateId: number,
  ): Promise<void> {
    return this.tasks.stopAll(caller, project, templateId);
  }

  @Delete('tasks/:taskId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  remove(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
  ): Promise<void> {
    return this.tasks.remove(caller, project, taskId);
  }
}
