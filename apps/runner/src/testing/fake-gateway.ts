import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import {
  AttemptLease,
  CachesRequest,
  type CheckAnswer,
  decodeSealedFrame,
  type FinishRequest,
  FinishRequest as FinishSchema,
  type Job,
  HeartbeatRequest,
  KeptStateHead,
  LeaveRequest,
  IdTokensRequest,
  type LostAnswer,
  OutputsHead,
  PlanHead,
  PlanViewRequest,
  PollRequest,
  PROTOCOL_VERSION,
  ProgressRequest,
  readPublishedOutputs,
  RegisterRequest,
  RUNNER_HEADERS,
  SettleRequest,
} from '@switchyard/contracts';
import { FakeAttempts } from './fake-attempts.js';
import { FakeIdentity } from './fake-identity.js';
import { FakeLogStore } from './fake-log-store.js';

/**
 * Fault of a call instead of a good answer: `refuse` answers an error, `drop` closes the connection before
 * anything happens, `lose` does the work and closes the connection without an answer.
 */
export type Fault = { do: 'refuse'; status: number; error: string } | { do: 'drop' } | { do: 'lose' } | null;

/** Decides about the fault of each call; `count` = how often this call was made before. */
export type FaultPlan = (call: string, count: number) => Fault;

/** A control plane in memory that serves the runner protocol over real HTTP, for tests of the runner. */
export class FakeGateway {
  readonly logs = new FakeLogStore();
  readonly attempts = new FakeAttempts();
  readonly identity: FakeIdentity;
  /** Calls in order of arrival, as `call` or `call 409`. */
  readonly calls: string[] = [];
  readonly polls: PollRequest[] = [];
  readonly leaves: LeaveRequest[] = [];
  /** Last report of the caches; null = none. */
  caches: CachesRequest | null = null;
  readonly registrations: RegisterRequest[] = [];
  /** Reports of attempts whose end did not arrive by `finish`. */
  readonly settled: SettleRequest[] = [];
  /** States that tools could not save, by their attempt. */
  readonly keptStates = new Map<number, string>();
  /** Answer of `lost`. */
  lost: LostAnswer = { goes_on: false, order: 'none' };
  faults: FaultPlan = () => null;
  /** Waited for between the work of a call and its answer. */
  beforeAnswer: (call: string) => Promise<void> = () => Promise.resolve();
  /** Answer of `check`. */
  standing: CheckAnswer = {
    runner_id: 1,
    name: 'box',
    project: null,
    active: true,
    draining: false,
    paused_reason: null,
    tags: [],
  };
  /** Distance of this control plane's clock from the machine's, in milliseconds. */
  clockOffsetMs = 0;
  holdMs = 20_000;
  /** Job that was reserved and takes the slot of the next attempt that ends, if the runner asks for it. */
  successor: Job | null = null;
  private readonly counts = new Map<string, number>();
  private server: Server | null = null;
  private port = 0;

  constructor(runner: { token: string; publicKey: Uint8Array }) {
    this.identity = new FakeIdentity(runner, () => this.now());
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${this.port}`);
  }

  /** Listens, at the same address as before when it was stopped. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => void this.handle(request, response));
    this.server = server;
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
  }

  /** Goes away at once, cutting every connection; state is kept. */
  async stop(): Promise<void> {
    const server = this.server;
    this.server = null;
    if (server) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  }

  /** Gives the runner a task to run. */
  assign(job: Job, attempt = job.task_id): number {
    const lease = randomUUID();
    this.logs.open(attempt, lease);
    this.attempts.assign({ attempt, lease }, this.identity.seal(job, { attempt, lease, number: 1 }));
    return attempt;
  }

  /** Lets the runner prepare a task that is not its own yet; {@link assignReserved} makes it so. */
  reserve(job: Job, seconds = 30, attempt = job.task_id): number {
    const lease = randomUUID();
    this.attempts.reserve({ ...this.identity.seal(job, { attempt, lease, number: 1 }), seconds });
    return attempt;
  }

  /** Gives the runner the task that it may have prepared. @param job as it is by now */
  assignReserved(job: Job, attempt = job.task_id): void {
    const { lease } = this.attempts.takeReserved(attempt);
    this.logs.open(attempt, lease);
    this.attempts.assign({ attempt, lease }, this.identity.seal(job, { attempt, lease, number: 1 }));
  }

  /** Takes the attempt away from the runner. */
  fence(attempt: number): void {
    this.logs.fence(attempt);
    this.attempts.fence(attempt);
  }

  private now(): number {
    return Date.now() + this.clockOffsetMs;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = (request.url ?? '').replace('/api/runner-gateway/', '');
    const count = this.counts.get(call) ?? 0;
    this.counts.set(call, count + 1);
    try {
      const parts: Buffer[] = await request.toArray();
      const body = Buffer.concat(parts);
      const fault = this.faults(call, count);
      if (fault?.do === 'drop') {
        request.socket.destroy();
        return;
      }
      const [status, answer] =
        fault?.do === 'refuse' ? [fault.status, { error: fault.error }] : await this.answer(call, request, body);
      this.calls.push(status === 200 ? call : `${call} ${status}`);
      if (fault?.do === 'lose') {
        request.socket.destroy();
        return;
      }
      await this.beforeAnswer(call);
      response.writeHead(status, { 'content-type': 'application/json', [RUNNER_HEADERS.time]: String(this.now()) });
      response.end(JSON.stringify(answer));
    } catch (error) {
      this.calls.push(`${call} failed: ${String(error)}`);
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: String(error) }));
    }
  }

  private async answer(call: string, request: IncomingMessage, body: Buffer): Promise<[number, unknown]> {
    const public_key = Buffer.from(this.identity.server.publicKey).toString('base64');
    if (call === 'info') {
      const time = new Date(this.now()).toISOString();
      return [200, { protocol: PROTOCOL_VERSION, version: 'fake', public_key, time }];
    }
    if (call === 'register') {
      const registration = RegisterRequest.parse(JSON.parse(body.toString('utf8')));
      this.registrations.push(registration);
      return [200, { runner_id: 1, name: registration.name, token: this.identity.adopt(registration), public_key }];
    }
    const fault = this.identity.fault(request, body);
    if (fault) {
      return [401, { error: fault }];
    }
    if (call === 'log') {
      const accepted = this.logs.accept(body);
      this.attempts.touch();
      return [200, accepted];
    }
    if (call === 'kept-state') {
      return this.keepState(body);
    }
    if (call === 'outputs') {
      return this.storeOutputs(body);
    }
    if (call === 'plan') {
      return this.storePlan(body);
    }
    return this.signedCall(call, JSON.parse(body.toString('utf8')), request);
  }

  private keepState(body: Buffer): [number, unknown] {
    const frame = decodeSealedFrame(KeptStateHead, body);
    if (!frame) {
      return [400, { error: 'not sealed' }];
    }
    this.keptStates.set(frame.head.attempt, gunzipSync(this.identity.open(frame)).toString());
    this.attempts.touch();
    return [200, {}];
  }

  private storeOutputs(body: Buffer): [number, unknown] {
    const frame = decodeSealedFrame(OutputsHead, body);
    const outputs = frame && readPublishedOutputs(this.identity.open(frame).toString());
    return frame && outputs
      ? this.attempts.change(frame.head, (attempt) => (attempt.outputs = outputs))
      : [400, { error: 'not sealed' }];
  }

  private storePlan(body: Buffer): [number, unknown] {
    const frame = decodeSealedFrame(PlanHead, body);
    return frame
      ? this.attempts.change(frame.head, (attempt) => (attempt.plan.stored = this.identity.open(frame)))
      : [400, { error: 'not sealed' }];
  }

  private async signedCall(call: string, body: unknown, request: IncomingMessage): Promise<[number, unknown]> {
    switch (call) {
      case 'poll': {
        const poll = PollRequest.parse(body);
        this.polls.push(poll);
        this.attempts.touch();
        return [200, await this.attempts.poll(poll, this.holdMs, request)];
      }
      case 'lost':
        return [200, this.lost];
      case 'settle':
        this.settled.push(SettleRequest.parse(body));
        this.attempts.touch();
        return [200, {}];
      case 'leave':
        this.leaves.push(LeaveRequest.parse(body));
        return [200, {}];
      case 'caches':
        this.caches = CachesRequest.parse(body);
        return [200, {}];
      case 'distrust':
        return [200, {}];
      case 'check':
        return [200, this.standing];
      case 'unregister':
        return [200, {}];
      case 'heartbeat':
        return [200, this.attempts.directions(HeartbeatRequest.parse(body).held)];
      case 'start':
        return this.attempts.change(AttemptLease.parse(body), (attempt) => (attempt.started = true));
      case 'progress': {
        const progress = ProgressRequest.parse(body);
        return this.attempts.change(progress, (attempt) => Object.assign(attempt.facts, progress));
      }
      case 'plan-view': {
        const sent = PlanViewRequest.parse(body);
        return this.attempts.change(sent, (attempt) => (attempt.plan.view = sent.view));
      }
      case 'id-tokens':
        return this.attempts.giveIdTokens(IdTokensRequest.parse(body), (json) => this.identity.sealed(json));
      case 'plan-file': {
        const held = AttemptLease.parse(body);
        return [200, this.identity.sealPlan(this.attempts.get(held.attempt).plan.confirmed ?? Buffer.alloc(0))];
      }
      case 'finish':
        return this.finish(FinishSchema.parse(body));
      default:
        return [404, { error: 'no such call' }];
    }
  }

  private finish(request: FinishRequest): [number, unknown] {
    if (this.logs.lines(request.attempt) < request.lines && this.attempts.holds(request)) {
      return [409, { error: 'LOG_INCOMPLETE' }];
    }
    const answer = this.attempts.change(request, (attempt) => (attempt.finish = request));
    const { successor } = this;
    if (answer[0] !== 200 || !request.next || !successor) {
      return answer;
    }
    this.successor = null;
    this.assignReserved(successor);
    return [200, { jobs: [this.attempts.get(successor.task_id).job] }];
  }
}
