import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApprovalInput,
  NodeSkipInput,
  WorkflowRetryInput,
  WorkflowRun,
  WorkflowRunDetails,
  WorkflowRunInput,
  WorkflowRunQuery,
} from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import { z } from 'zod';
import { ProjectMember, RequirePermission } from '../../auth/access/access.js';
import { type Caller, CurrentCaller, CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { PathId } from '../../platform/http/path-id.js';
import { WorkflowRuns } from './workflow-runs.service.js';

/** Runs of workflows. Who may decide about an approval its node says. */
@Controller('api/project/:projectId')
export class WorkflowRunsController {
  constructor(private readonly runs: WorkflowRuns) {}

  @ResponseSchema(z.array(WorkflowRun))
  @Get('workflows/:workflowId/runs')
  @ProjectMember()
  list(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('workflowId') workflowId: number,
    @Query({ schema: WorkflowRunQuery }) query: WorkflowRunQuery,
  ): Promise<WorkflowRun[]> {
    return this.runs.list(projectId, workflowId, query);
  }

  @ResponseSchema(WorkflowRunDetails)
  @Post('workflows/:workflowId/runs')
  @RequirePermission('runProjectTasks')
  start(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('workflowId') workflowId: number,
    @Body({ schema: WorkflowRunInput }) input: WorkflowRunInput,
  ): Promise<WorkflowRunDetails> {
    return this.runs.start(caller, project, workflowId, input);
  }

  @ResponseSchema(WorkflowRunDetails)
  @Get('workflow_runs/:runId')
  @ProjectMember()
  read(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('runId') runId: number,
  ): Promise<WorkflowRunDetails> {
    return this.runs.read(caller, project, runId);
  }

  @Post('workflow_runs/:runId/stop')
  @HttpCode(204)
  @RequirePermission('runProjectTasks')
  stop(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('runId') runId: number,
  ): Promise<void> {
    return this.runs.stop(caller, project, runId);
  }

  @Post('workflow_runs/:runId/retry')
  @HttpCode(204)
  @RequirePermission('runProjectTasks')
  retry(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('runId') runId: number,
    @Body({ schema: WorkflowRetryInput }) { node }: WorkflowRetryInput,
  ): Promise<void> {
    return this.runs.retry(caller, project, runId, node);
  }

  /** Named people may decide whatever their role is. */
  @Post('workflow_runs/:runId/nodes/:node/approve')
  @HttpCode(204)
  @ProjectMember()
  approve(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('runId') runId: number,
    @Param('node') node: string,
    @Body({ schema: ApprovalInput }) input: ApprovalInput,
  ): Promise<void> {
    return this.runs.decide(caller, project, { runId, node, approves: true }, input);
  }

  /** A run goes on as if the node had succeeded. */
  @Post('workflow_runs/:runId/nodes/:node/skip')
  @HttpCode(204)
  @RequirePermission('runProjectTasks')
  skip(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('runId') runId: number,
    @Param('node') node: string,
    @Body({ schema: NodeSkipInput }) input: NodeSkipInput,
  ): Promise<void> {
    return this.runs.skip(caller, project, { runId, node }, input);
  }

  /** As approve. */
  @Post('workflow_runs/:runId/nodes/:node/reject')
  @HttpCode(204)
  @ProjectMember()
  reject(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('runId') runId: number,
    @Param('node') node: string,
    @Body({ schema: ApprovalInput }) input: ApprovalInput,
  ): Promise<void> {
    return this.runs.decide(caller, project, { runId, node, approves: false }, input);
  }
}
