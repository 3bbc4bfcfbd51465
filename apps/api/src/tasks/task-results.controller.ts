import { Controller, Get, Query, Res } from '@nestjs/common';
import { ResponseSchema, ResponseStream } from '@switchyard/server';
import {
  PlanView,
  PlanViewQuery,
  TaskError,
  TaskHost,
  NamedOutput,
  TaskRepository,
  TaskSnapshot,
  TaskStage,
} from '@switchyard/contracts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { ProjectMember } from '../auth/access/access.js';
import { CurrentProject, type ProjectAccess } from '../auth/access/caller.js';
import { PathId } from '../platform/http/path-id.js';
import { TaskResults } from './task-results.js';

/** Results of a task. */
@Controller('api/project/:projectId/tasks/:taskId')
@ProjectMember()
export class TaskResultsController {
  constructor(private readonly results: TaskResults) {}

  @ResponseSchema(z.array(TaskHost))
  @Get('ansible/hosts')
  hosts(@CurrentProject() project: ProjectAccess, @PathId('taskId') taskId: number): Promise<TaskHost[]> {
    return this.results.hosts(project, taskId);
  }

  @ResponseSchema(z.array(TaskError))
  @Get('ansible/errors')
  errors(@CurrentProject() project: ProjectAccess, @PathId('taskId') taskId: number): Promise<TaskError[]> {
    return this.results.errors(project, taskId);
  }

  @ResponseSchema(z.array(TaskStage))
  @Get('stages')
  stages(@CurrentProject() project: ProjectAccess, @PathId('taskId') taskId: number): Promise<TaskStage[]> {
    return this.results.stages(project, taskId);
  }

  /** Outputs of the task, by name. Values of secret outputs are null. */
  @ResponseSchema(z.array(NamedOutput))
  @Get('outputs')
  outputs(@CurrentProject() project: ProjectAccess, @PathId('taskId') taskId: number): Promise<NamedOutput[]> {
    return this.results.outputs(project, taskId);
  }

  /** Settings that the task ran with. */
  @ResponseSchema(TaskSnapshot)
  @Get('snapshot')
  snapshot(@CurrentProject() project: ProjectAccess, @PathId('taskId') taskId: number): Promise<TaskSnapshot> {
    return this.results.snapshot(project, taskId);
  }

  /** Where its files came from. */
  @ResponseSchema(TaskRepository)
  @Get('repository')
  repository(@CurrentProject() project: ProjectAccess, @PathId('taskId') taskId: number): Promise<TaskRepository> {
    return this.results.repository(project, taskId);
  }

  /** View of its plan. */
  @ResponseStream(PlanView)
  @Get('plan')
  plan(
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
    @Query({ schema: PlanViewQuery }) query: PlanViewQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    // Thousands of resources, sent as they are stored.
    reply.type('application/json; charset=utf-8');
    return this.results.plan(project, taskId, query);
  }
}
