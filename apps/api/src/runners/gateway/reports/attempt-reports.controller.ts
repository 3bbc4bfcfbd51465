import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import {
  type AttemptLease,
  LogAnswer,
  LostAnswer,
  LostRequest,
  MAX_KEPT_STATE_REQUEST_BYTES,
  MAX_LOG_REQUEST_BYTES,
  MAX_OPEN_LINES_REQUEST_BYTES,
  MAX_OUTPUTS_REQUEST_BYTES,
  MAX_PLAN_REQUEST_BYTES,
  MAX_PLAN_VIEW_REQUEST_BYTES,
  MAX_PROGRESS_REQUEST_BYTES,
  MAX_RESULTS_REQUEST_BYTES,
  OpenLinesRequest,
  PlanFileAnswer,
  PlanFileRequest,
  PlanViewRequest,
  ProgressRequest,
  ResultsRequest,
  SettleRequest,
  StartAnswer,
  StartRequest,
} from '@switchyard/contracts';
import { BodyLimit, ResponseSchema } from '@switchyard/server';
import { RunnerOnly } from '../../../auth/access/access.js';
import { OutputsIntake } from './outputs-intake.js';
import { PlanIntake } from './plan-intake.js';
import { PlanViewIntake } from './plan-view-intake.js';
import { KeptStateIntake } from './kept-state-intake.js';
import { RunnerBody } from '../identity/raw-body.js';
import { CurrentRunner, RunnerGuard } from '../identity/runner.guard.js';
import { AttemptReports } from './attempt-reports.js';
import type { RunnerIdentity } from '../identity/runner-identity.js';

/** Reports of a runner about its attempts; the contract's `messages.ts` describes the flow. */
@Controller('api/runner-gateway')
@RunnerOnly()
@UseGuards(RunnerGuard)
export class AttemptReportsController {
  constructor(
    private readonly reports: AttemptReports,
    private readonly outputsIntake: OutputsIntake,
    private readonly plans: PlanIntake,
    private readonly planViews: PlanViewIntake,
    private readonly keptStates: KeptStateIntake,
  ) {}

  @ResponseSchema(StartAnswer)
  @Post('start')
  @HttpCode(200)
  start(
    @CurrentRunner() runner: RunnerIdentity,
    @RunnerBody(StartRequest) request: AttemptLease,
  ): Promise<StartAnswer> {
    return this.reports.start(runner, request);
  }

  @Post('progress')
  @BodyLimit(MAX_PROGRESS_REQUEST_BYTES)
  @HttpCode(204)
  progress(
    @CurrentRunner() runner: RunnerIdentity,
    @RunnerBody(ProgressRequest) request: ProgressRequest,
  ): Promise<void> {
    return this.reports.progress(runner, request);
  }

  @Post('results')
  @BodyLimit(MAX_RESULTS_REQUEST_BYTES)
  @HttpCode(204)
  results(@CurrentRunner() runner: RunnerIdentity, @RunnerBody(ResultsRequest) request: ResultsRequest): Promise<void> {
    return this.reports.results(runner, request);
  }

  @Post('outputs')
  @BodyLimit(MAX_OUTPUTS_REQUEST_BYTES)
  @HttpCode(204)
  storeOutputs(@CurrentRunner() runner: RunnerIdentity, @Body() frame: unknown): Promise<void> {
    return this.outputsIntake.store(runner, frame);
  }

  @Post('plan')
  @BodyLimit(MAX_PLAN_REQUEST_BYTES)
  @HttpCode(204)
  storePlan(@CurrentRunner() runner: RunnerIdentity, @Body() frame: unknown): Promise<void> {
    return this.plans.store(runner, frame);
  }

  @Post('plan-view')
  @BodyLimit(MAX_PLAN_VIEW_REQUEST_BYTES)
  @HttpCode(204)
  storePlanView(
    @CurrentRunner() runner: RunnerIdentity,
    @RunnerBody(PlanViewRequest) request: PlanViewRequest,
  ): Promise<void> {
    return this.planViews.store(runner, request);
  }

  @ResponseSchema(PlanFileAnswer)
  @Post('plan-file')
  @HttpCode(200)
  readPlan(
    @CurrentRunner() runner: RunnerIdentity,
    @RunnerBody(PlanFileRequest) request: AttemptLease,
  ): Promise<PlanFileAnswer> {
    return this.plans.read(runner, request);
  }

  @ResponseSchema(LogAnswer)
  @Post('log')
  @BodyLimit(MAX_LOG_REQUEST_BYTES)
  @HttpCode(200)
  log(@CurrentRunner() runner: RunnerIdentity, @Body() frame: unknown): Promise<LogAnswer> {
    return this.reports.log(runner, frame);
  }

  @Post('open-lines')
  @BodyLimit(MAX_OPEN_LINES_REQUEST_BYTES)
  @HttpCode(204)
  openLines(
    @CurrentRunner() runner: RunnerIdentity,
    @RunnerBody(OpenLinesRequest) request: OpenLinesRequest,
  ): Promise<void> {
    return this.reports.openLines(runner, request);
  }

  @ResponseSchema(LostAnswer)
  @Post('lost')
  @HttpCode(200)
  lost(@CurrentRunner() runner: RunnerIdentity, @RunnerBody(LostRequest) request: AttemptLease): Promise<LostAnswer> {
    return this.reports.lost(runner, request);
  }

  @Post('settle')
  @HttpCode(204)
  settle(@CurrentRunner() runner: RunnerIdentity, @RunnerBody(SettleRequest) request: SettleRequest): Promise<void> {
    return this.reports.settle(runner, request);
  }

  @Post('kept-state')
  @BodyLimit(MAX_KEPT_STATE_REQUEST_BYTES)
  @HttpCode(204)
  keptState(@CurrentRunner() runner: RunnerIdentity, @Body() frame: unknown): Promise<void> {
    return this.keptStates.take(runner, frame);
  }
}
