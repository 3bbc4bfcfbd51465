import { Body, Controller, Delete, Get, HttpCode, Post, Query, UseInterceptors } from '@nestjs/common';
import {
  MAX_LAST_TASKS,
  MAX_TASKS,
  StopInput,
  TaskInput,
  TaskListQuery,
  type TaskWithTemplate,
} from '@switchyard/contracts';
import type { z } from 'zod';
import { ProjectMember, RequirePermission } from '../auth/access.js';
import { type Caller, CurrentCaller, CurrentProject, type ProjectAccess } from '../auth/caller.js';
import { EngineErrors } from '../engine/engine-errors.js';
import { PathId } from '../http/path-id.js';
import { Tasks } from './tasks.service.js';

/** Launches, lists, reads, stops and deletes tasks (rest contract 7). */
@Controller('api/project/:projectId')
@UseInterceptors(EngineErrors)
export class TasksController {
  constructor(private readonly tasks: Tasks) {}

  @Get('tasks')
  @ProjectMember()
  list(
    @CurrentProject() project: ProjectAccess,
    @Query({ schema: TaskListQuery }) query: TaskListQuery,
  ): Promise<TaskWithTemplate[]> {
    return this.tasks.list(project, { ...query, max: MAX_TASKS });
  }

  @Get('tasks/last')
  @ProjectMember()
  last(
    @CurrentProject() project: ProjectAccess,
    @Query({ schema: TaskListQuery }) query: TaskListQuery,
  ): Promise<TaskWithTemplate[]> {
    return this.tasks.list(project, { ...query, max: MAX_LAST_TASKS });
  }

  @Get('templates/:templateId/tasks')
  @ProjectMember()
  listOfTemplate(
    @CurrentProject() project: ProjectAccess,
    @PathId('templateId') templateId: number,
    @Query({ schema: TaskListQuery }) query: TaskListQuery,
  ): Promise<TaskWithTemplate[]> {
    return this.tasks.listOfTemplate(project, templateId, { ...query, max: MAX_TASKS });
  }

  @Get('templates/:templateId/tasks/last')
  @ProjectMember()
  lastOfTemplate(
    @CurrentProject() project: ProjectAccess,
    @PathId('templateId') templateId: number,
    @Query({ schema: TaskListQuery }) query: TaskListQuery,
  ): Promise<TaskWithTemplate[]> {
    return this.tasks.listOfTemplate(project, templateId, { ...query, max: MAX_LAST_TASKS });
  }

  @Post('tasks')
  @RequirePermission('runProjectTasks')
  create(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @Body({ schema: TaskInput }) input: TaskInput,
  ): Promise<TaskWithTemplate> {
    return this.tasks.create(caller, project, input);
  }

  @Get('tasks/:taskId')
  @ProjectMember()
  read(@CurrentProject() project: ProjectAccess, @PathId('taskId') taskId: number): Promise<TaskWithTemplate> {
    return this.tasks.read(project, taskId);
  }

  @Post('tasks/:taskId/stop')
  @HttpCode(204)
  @RequirePermission('runProjectTasks')
  stop(
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
    @Body({ schema: StopInput }) input: z.infer<typeof StopInput>,
  ): Promise<void> {
    return this.tasks.stop(project, taskId, input.force);
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
