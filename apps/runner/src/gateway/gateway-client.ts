import {
  type AttemptLease,
  type CachesRequest,
  CheckAnswer,
  FinishAnswer,
  type FinishRequest,
  HeartbeatAnswer,
  type HeartbeatRequest,
  IdTokensAnswer,
  type IdTokensRequest,
  InfoAnswer,
  type LeaveRequest,
  ListingAnswer,
  type ListingRequest,
  LogAnswer,
  LostAnswer,
  type OpenLinesRequest,
  PlanFileAnswer,
  type PlanViewRequest,
  PollAnswer,
  type PollRequest,
  POLL_HOLD_SECONDS,
  PROTOCOL_VERSION,
  type ProgressRequest,
  type ResultsRequest,
  type SettleRequest,
} from '@switchyard/contracts';
import { z } from 'zod';
import { readAnswer } from './answer.js';
import { ConnectionStatus } from './connection-status.js';
import { ConnectionError, type FatalError, UnusableServerError } from './gateway-errors.js';
import { HttpTransport, type HttpAnswer } from './http-transport.js';
import { IdentityGuard } from './identity-guard.js';
import { signedHeaders } from './request-signer.js';
import { sharedKey } from './runner-keys.js';
import { ServerClock } from './server-clock.js';

const TIMEOUT_MS = {
  info: 10_000,
  leave: 3_000,
  call: 30_000,
  plan: 120_000,
  poll: (POLL_HOLD_SECONDS.max + 15) * 1000,
} as const;
const JSON_TYPE = 'application/json';
const Nothing = z.unknown();

export interface GatewayOptions {
  url: URL;
  token: string;
  /** Raw X25519 private key. */
  privateKey: Uint8Array;
  /** Called once when the control plane refuses this runner for good. */
  onRefused: (error: FatalError) => void;
  /** PEM of further certificate authorities. */
  ca?: string | null;
  /**
   * Called with the public key of the control plane at each contact.
   * @throws UnusableServerError when it is not the one that is trusted
   */
  pinKey?: (publicKey: string) => void;
}

interface CallOptions {
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

/** Typed calls of the runner protocol. Each tries once; `retrying` decides about more. */
export class GatewayClient {
  readonly clock = new ServerClock();
  readonly connection = new ConnectionStatus();
  /** When the last poll was sent, by `performance.now()`. */
  lastPoll = Number.NEGATIVE_INFINITY;
  private readonly transport: HttpTransport;
  private readonly basePath: string;
  private readonly guard: IdentityGuard;
  private key: Uint8Array | null = null;

  constructor(private readonly options: GatewayOptions) {
    this.transport = new HttpTransport(options.url, options.ca);
    this.basePath = `${options.url.pathname.replace(/\/+$/, '')}/api/runner-gateway/`;
    this.guard = new IdentityGuard(options.onRefused);
  }

  /** Where the control plane is, as this runner reaches it. */
  get controlPlane(): Pick<GatewayOptions, 'url' | 'ca'> {
    return this.options;
  }

  /** True after {@link info}: calls can be signed. */
  get isKnown(): boolean {
    return this.key !== null;
  }

  /** Shared key of runner and control plane; known after {@link info}. */
  get jobKey(): Uint8Array {
    if (!this.key) {
      throw new Error('the control plane has not returned its key yet');
    }
    return this.key;
  }

  /**
   * Learns key, clock and protocol of the control plane.
   * @throws UnusableServerError when it uses another version of the protocol, or its key is not trusted
   */
  async info(signal?: AbortSignal): Promise<InfoAnswer> {
    const sent = this.clock.localNow();
    const options = { timeoutMs: TIMEOUT_MS.info, signal };
    const answer = await this.send('info', Buffer.from('{}'), { 'content-type': JSON_TYPE }, options);
    const info = readAnswer('info', answer, InfoAnswer);
    this.clock.learn(Date.parse(info.time), sent);
    requireSameProtocol(info);
    this.options.pinKey?.(info.public_key);
    this.key = sharedKey(info.public_key, this.options.privateKey);
    return info;
  }

  /** Reports to the control plane why this runner ends, so that people find the reason there: its key, or the version that every call carries. */
  async distrust({ publicKey }: UnusableServerError): Promise<void> {
    this.key = sharedKey(publicKey, this.options.privateKey);
    await this.call('distrust', {}, Nothing, { timeoutMs: TIMEOUT_MS.leave });
  }

  poll(request: PollRequest, signal: AbortSignal): Promise<PollAnswer> {
    this.lastPoll = performance.now();
    return this.call('poll', request, PollAnswer, { timeoutMs: TIMEOUT_MS.poll, signal });
  }

  /** Returns the record of this identity at the control plane; changes nothing there. */
  check(): Promise<CheckAnswer> {
    return this.call('check', {}, CheckAnswer, { timeoutMs: TIMEOUT_MS.info });
  }

  heartbeat(request: HeartbeatRequest): Promise<HeartbeatAnswer> {
    return this.call('heartbeat', request, HeartbeatAnswer, { timeoutMs: TIMEOUT_MS.info });
  }

  async leave(request: LeaveRequest): Promise<void> {
    await this.call('leave', request, Nothing, { timeoutMs: TIMEOUT_MS.leave });
  }

  async unregister(): Promise<void> {
    await this.call('unregister', {}, Nothing);
  }

  async start(request: AttemptLease): Promise<void> {
    await this.call('start', request, Nothing);
  }

  async progress(request: ProgressRequest): Promise<void> {
    await this.call('progress', request, Nothing);
  }

  async results(request: ResultsRequest): Promise<void> {
    await this.call('results', request, Nothing);
  }

  async planView(request: PlanViewRequest): Promise<void> {
    await this.call('plan-view', request, Nothing, { timeoutMs: TIMEOUT_MS.plan });
  }

  /** @param frame request body as the contract's `OutputsHead` describes */
  async outputs(frame: Uint8Array): Promise<void> {
    await this.signedCall('outputs', frame, 'application/octet-stream', Nothing, { timeoutMs: TIMEOUT_MS.plan });
  }

  /** @param frame request body as the contract's `PlanHead` describes */
  async plan(frame: Uint8Array): Promise<void> {
    await this.signedCall('plan', frame, 'application/octet-stream', Nothing, { timeoutMs: TIMEOUT_MS.plan });
  }

  idTokens(request: IdTokensRequest): Promise<IdTokensAnswer> {
    return this.call('id-tokens', request, IdTokensAnswer);
  }

  planFile(request: AttemptLease): Promise<PlanFileAnswer> {
    return this.call('plan-file', request, PlanFileAnswer, { timeoutMs: TIMEOUT_MS.plan });
  }

  listing(request: ListingRequest): Promise<ListingAnswer> {
    return this.call('listing', request, ListingAnswer);
  }

  async caches(request: CachesRequest): Promise<void> {
    await this.call('caches', request, Nothing);
  }

  async finish(request: FinishRequest): Promise<FinishAnswer> {
    return (await this.call('finish', request, FinishAnswer.nullable())) ?? { jobs: [] };
  }

  /** Whether the tool of an attempt may go on although its lease is lost. */
  lost(request: AttemptLease): Promise<LostAnswer> {
    return this.call('lost', request, LostAnswer);
  }

  async settle(request: SettleRequest): Promise<void> {
    await this.call('settle', request, Nothing);
  }

  /** @param frame request body as the contract's `lost-attempts.ts` describes */
  async keptState(frame: Uint8Array): Promise<void> {
    await this.signedCall('kept-state', frame, 'application/octet-stream', Nothing, { timeoutMs: TIMEOUT_MS.plan });
  }

  /** @param frame request body as the contract's `log-frame.ts` describes */
  log(frame: Uint8Array): Promise<LogAnswer> {
    return this.signedCall('log', frame, 'application/octet-stream', LogAnswer, {});
  }

  async openLines(request: OpenLinesRequest): Promise<void> {
    await this.call('open-lines', request, Nothing, { timeoutMs: TIMEOUT_MS.info });
  }

  close(): void {
    this.transport.close();
  }

  private call<T>(call: string, request: unknown, schema: z.ZodType<T>, options: CallOptions = {}): Promise<T> {
    return this.signedCall(call, Buffer.from(JSON.stringify(request)), JSON_TYPE, schema, options);
  }

  private async signedCall<T>(
    call: string,
    body: Uint8Array,
    type: string,
    schema: z.ZodType<T>,
    options: CallOptions,
  ): Promise<T> {
    const sent = this.clock.localNow();
    const answer = await this.sendSigned(call, body, type, options);
    try {
      const value = readAnswer(call, answer, schema);
      this.guard.accepted();
      return value;
    } catch (error) {
      this.guard.check(error, answer.headers, (serverMs) => this.clock.learn(serverMs, sent));
      throw error;
    }
  }

  /** A kept-alive socket may have been closed by the peer just as it was used: that one failure is repeated at once. */
  private async sendSigned(call: string, body: Uint8Array, type: string, options: CallOptions): Promise<HttpAnswer> {
    try {
      return await this.send(call, body, this.headers(call, body, type), options);
    } catch (error) {
      if (error instanceof ConnectionError && error.onReusedSocket) {
        return this.send(call, body, this.headers(call, body, type), options);
      }
      throw error;
    }
  }

  private headers(call: string, body: Uint8Array, type: string): Record<string, string> {
    const request = { path: this.basePath + call, timeMs: this.clock.now(), body };
    return { 'content-type': type, ...signedHeaders(this.options.token, this.jobKey, request) };
  }

  private async send(
    call: string,
    body: Uint8Array,
    headers: Record<string, string>,
    { timeoutMs = TIMEOUT_MS.call, signal }: CallOptions,
  ): Promise<HttpAnswer> {
    try {
      const answer = await this.transport.post({ call, path: this.basePath + call, headers, body, timeoutMs, signal });
      this.connection.markUp();
      return answer;
    } catch (error) {
      if (!signal?.aborted) {
        this.connection.markDown();
      }
      throw error;
    }
  }
}

function requireSameProtocol({ protocol, oldest_protocol: oldest, public_key: key }: InfoAnswer): void {
  if (PROTOCOL_VERSION > protocol || PROTOCOL_VERSION < oldest) {
    const advice = PROTOCOL_VERSION > protocol ? 'update the control plane first' : 'update this runner';
    throw new UnusableServerError(
      key,
      `the control plane supports versions ${oldest} to ${protocol} of the runner protocol, this runner ${PROTOCOL_VERSION}: ${advice}`,
    );
  }
}
