import { Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import {
  CachesRequest,
  DistrustRequest,
  HeartbeatAnswer,
  HeartbeatRequest,
  InfoAnswer,
  LeaveRequest,
  ListingAnswer,
  ListingRequest,
  MAX_HEARTBEAT_REQUEST_BYTES,
  MAX_LISTING_REQUEST_BYTES,
  MAX_POLL_REQUEST_BYTES,
  PollAnswer,
  PollRequest,
  RegisterAnswer,
  RegisterRequest,
  UnregisterRequest,
  OLDEST_PROTOCOL_VERSION,
  PROTOCOL_VERSION,
} from '@switchyard/contracts';
import { BodyLimit, ResponseSchema } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import { Public, RunnerOnly } from '../../auth/access/access.js';
import { AllowedInDemo } from '../../auth/access/demo-gate.js';
import { RunnerCaches } from '../runner-caches.js';
import { RunnersService } from '../runners.service.js';
import { Listings } from './listings.js';
import { RunnerBody } from './identity/raw-body.js';
import { CurrentRunner, RunnerGuard } from './identity/runner.guard.js';
import { VERSION } from '../../platform/version.js';
import { ServerKeys } from './identity/server-keys.js';
import { AttemptReports } from './reports/attempt-reports.js';
import { RunnerRefusals } from './identity/runner-refusals.js';
import { RunnerPoll } from './runner-poll.js';
import type { RunnerIdentity } from './identity/runner-identity.js';
import { RunnerRegistration } from './registration/runner-registration.js';

/** Calls that a runner makes before it can sign: the key and clock of the control plane, and its own identity. */
@Controller('api/runner-gateway')
@Public()
export class RunnerInfoController {
  constructor(
    private readonly keys: ServerKeys,
    private readonly registration: RunnerRegistration,
  ) {}

  @ResponseSchema(InfoAnswer)
  @Post('info')
  @AllowedInDemo()
  @HttpCode(200)
  async info(): Promise<InfoAnswer> {
    const { publicKey } = await this.keys.keyPair();
    return {
      protocol: PROTOCOL_VERSION,
      oldest_protocol: OLDEST_PROTOCOL_VERSION,
      version: VERSION,
      public_key: Buffer.from(publicKey).toString('base64'),
      time: new Date().toISOString(),
    };
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
    private readonly polls: RunnerPoll,
    private readonly reports: AttemptReports,
    private readonly listings: Listings,
    private readonly runners: RunnersService,
    private readonly runnerCaches: RunnerCaches,
    private readonly refusals: RunnerRefusals,
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
    return this.polls.poll(runner, request, raw);
  }

  @Post('leave')
  @HttpCode(204)
  leave(@CurrentRunner() runner: RunnerIdentity, @RunnerBody(LeaveRequest) request: LeaveRequest): Promise<void> {
    return this.polls.leave(runner, request);
  }

  @Post('distrust')
  @HttpCode(204)
  distrust(@CurrentRunner() { id }: RunnerIdentity, @RunnerBody(DistrustRequest) _request: object): Promise<void> {
    return this.refusals.note(id, 'server_key');
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
    return this.reports.heartbeat(runner, request);
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
}
