import { Body, Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import {
  type AttemptLease,
  CachesRequest,
  FinishRequest,
  HeartbeatAnswer,
  HeartbeatRequest,
  InfoAnswer,
  LeaveRequest,
  ListingAnswer,
  ListingRequest,
  LogAnswer,
  LostAnswer,
  LostRequest,
  MAX_FINISH_REQUEST_BYTES,
  MAX_HEARTBEAT_REQUEST_BYTES,
  MAX_KEPT_STATE_REQUEST_BYTES,
  MAX_LISTING_REQUEST_BYTES,
  MAX_LOG_REQUEST_BYTES,
  MAX_OPEN_LINES_REQUEST_BYTES,
  MAX_PLAN_REQUEST_BYTES,
  MAX_PLAN_VIEW_REQUEST_BYTES,
  MAX_POLL_REQUEST_BYTES,
  MAX_PROGRESS_REQUEST_BYTES,
  MAX_RESULTS_REQUEST_BYTES,
  OpenLinesRequest,
  PlanFileAnswer,
  PlanFileRequest,
  PlanRequest,
  PlanViewRequest,
  PollAnswer,
  PollRequest,
  ProgressRequest,
  RegisterAnswer,
  RegisterRequest,
  ResultsRequest,
  SettleRequest,
  StartAnswer,
  StartRequest,
  UnregisterRequest,
} from '@switchyard/contracts';
import { BodyLimit, ResponseSchema } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import { Public, RunnerOnly } from '../../auth/access/access.js';
import { AllowedInDemo } from '../../auth/access/demo-gate.js';
import { RunnerCaches } from '../runner-caches.js';
import { RunnersService } from '../runners.service.js';
import { Listings } from './listings.js';
import { PlanIntake } from './reports/plan-intake.js';
import { PlanViewIntake } from './reports/plan-view-intake.js';
import { KeptStateIntake } from './reports/kept-state-intake.js';
import { RunnerBody } from './identity/raw-body.js';
import { CurrentRunner, RunnerGuard } from './identity/runner.guard.js';
import { RunnerGateway } from './runner-gateway.service.js';
import type { RunnerIdentity } from './identity/runner-identity.js';
import { RunnerRegistration } from './registration/runner-registration.js';

/** What a runner may request before it can sign: the key and the clock of the control plane, and an identity of its own. */
@Controller('api/runner-gateway')
@Public()
export class RunnerInfoController {
  constructor(
    private readonly gateway: RunnerGateway,
    private readonly registration: RunnerRegistration,
  ) {}

  @ResponseSchema(InfoAnswer)
  @Post('info')
  @AllowedInDemo()
  @HttpCode(200)
  info(): Promise<InfoAnswer> {
    return this.gateway.info();
  }

  @ResponseSchema(RegisterAnswer)
  @Post('register')
  @AllowedInDemo()
  @HttpCode(200)
  register(
    @RunnerBody(RegisterRequest) request: RegisterRequest,
    @Req() { ip }: FastifyRequest,
  ): Promise<RegisterAnswer> {
    return this.registration.register(request, ip);
  }
}

/** The runner protocol; the flow is described in the contract's `messages.ts`. */
@Controller('api/runner-gateway')
@RunnerOnly()
@UseGuards(RunnerGuard)
export class RunnerGatewayController {
  constructor(
    private readonly gateway: RunnerGateway,
    private readonly plans: PlanIntake,
    private readonly planViews: PlanViewIntake,
    private readonly listings: Listings,
    private readonly keptStates: KeptStateIntake,
    private readonly runners: RunnersService,
    private readonly runnerCaches: RunnerCaches,
  ) {}

  @ResponseSchema(PollAnswer)
  @Post('poll')
  @BodyLimit(MAX_POLL_REQUEST_BYTES)
  @HttpCode(200)
  poll(
    @CurrentRunner() runner: RunnerIdentity,
    @RunnerBody(PollRequest) request: PollRequest,
    @Req() { raw }: FastifyRequest,
  ): Promise<PollAnswer> {
    return this.gateway.poll(runner, request, raw);
  }

  @Post('leave')
  @HttpCode(204)
  leave(@CurrentRunner() runner: RunnerIdentity, @RunnerBody(LeaveRequest) request: LeaveRequest): Promise<void> {
    return this.gateway.leave(runner, request);
  }

  @Post('unregister')
  @HttpCode(204)
  unregister(@CurrentRunner() runner: RunnerIdentity, @RunnerBody(UnregisterRequest) _request: object): Promise<void> {
    return this.runners.remove(null, runner.id);
  }

  @ResponseSchema(HeartbeatAnswer)
  @Post('heartbeat')
  @BodyLimit(MAX_HEARTBEAT_REQUEST_BYTES)
  @HttpCode(200)
  heartbeat(
    @CurrentRunner() runner: RunnerIdentity,
    @RunnerBody(HeartbeatRequest) request: HeartbeatRequest,
  ): Promise<HeartbeatAnswer> {
    return this.gateway.heartbeat(runner, request);
  }

  @ResponseSchema(StartAnswer)
  @Post('start')
  @HttpCode(200)
  start(
    @CurrentRunner() runner: RunnerIdentity,
    @RunnerBody(StartRequest) request: AttemptLease,
  ): Promise<StartAnswer> {
    return this.gateway.start(runner, request);
  }

  @Post('progress')
  @BodyLimit(MAX_PROGRESS_REQUEST_BYTES)
  @HttpCode(204)
  progress(
    @CurrentRunner() runner: RunnerIdentity,
    @RunnerBody(ProgressRequest) request: ProgressRequest,
  ): Promise<void> {
    return this.gateway.progress(runner, request);
  }

  @Post('results')
  @BodyLimit(MAX_RESULTS_REQUEST_BYTES)
  @HttpCode(204)
  results(@CurrentRunner() runner: RunnerIdentity, @RunnerBody(ResultsRequest) request: ResultsRequest): Promise<void> {
    return this.gateway.results(runner, request);
  }

  @Post('plan')
  @BodyLimit(MAX_PLAN_REQUEST_BYTES)
  @HttpCode(204)
  storePlan(@CurrentRunner() runner: RunnerIdentity, @RunnerBody(PlanRequest) request: PlanRequest): Promise<void> {
    return this.plans.store(runner, request);
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
    return this.gateway.log(runner, frame);
  }

  @Post('open-lines')
  @BodyLimit(MAX_OPEN_LINES_REQUEST_BYTES)
  @HttpCode(204)
  openLines(
    @CurrentRunner() runner: RunnerIdentity,
    @RunnerBody(OpenLinesRequest) request: OpenLinesRequest,
  ): Promise<void> {
    return this.gateway.openLines(runner, request);
  }

  @Post('caches')
  @HttpCode(204)
  caches(@CurrentRunner() { id }: RunnerIdentity, @RunnerBody(CachesRequest) report: CachesRequest): Promise<void> {
    return this.runnerCaches.store(id, report);
  }

  @ResponseSchema(ListingAnswer)
  @Post('listing')
  @BodyLimit(MAX_LISTING_REQUEST_BYTES)
  @HttpCode(200)
  async listing(
    @CurrentRunner() runner: RunnerIdentity,
    @RunnerBody(ListingRequest) request: ListingRequest,
  ): Promise<ListingAnswer> {
    return { next: await this.listings.end(runner, request) };
  }

  @Post('finish')
  @BodyLimit(MAX_FINISH_REQUEST_BYTES)
  @HttpCode(204)
  finish(@CurrentRunner() runner: RunnerIdentity, @RunnerBody(FinishRequest) request: FinishRequest): Promise<void> {
    return this.gateway.finish(runner, request);
  }

  @ResponseSchema(LostAnswer)
  @Post('lost')
  @HttpCode(200)
  lost(@CurrentRunner() runner: RunnerIdentity, @RunnerBody(LostRequest) request: AttemptLease): Promise<LostAnswer> {
    return this.gateway.lost(runner, request);
  }

  @Post('settle')
  @HttpCode(204)
  settle(@CurrentRunner() runner: RunnerIdentity, @RunnerBody(SettleRequest) request: SettleRequest): Promise<void> {
    return this.gateway.settle(runner, request);
  }

  @Post('kept-state')
  @BodyLimit(MAX_KEPT_STATE_REQUEST_BYTES)
  @HttpCode(204)
  keptState(@CurrentRunner() runner: RunnerIdentity, @Body() frame: unknown): Promise<void> {
    return this.keptStates.take(runner, frame);
  }
}
