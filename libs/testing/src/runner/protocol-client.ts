import { randomBytes } from 'node:crypto';
import {
  encodeSealedFrame,
  ErrorCode,
  InfoAnswer,
  Job,
  PlanFileAnswer,
  RUNNER_HEADERS,
  type SealedJob,
} from '@switchyard/contracts';
import { inflateRawSync } from 'node:zlib';
import nacl from 'tweetnacl';
import type { HttpAnswer } from '../http/exchange.js';
import type { HttpClient } from '../http/http-client.js';
import { GATEWAY_PATH, signedHeaders } from './signed-headers.js';
import type { SimulatedIdentity } from './runner-identity.js';

/** An answer of the control plane that is no success. */
export class ProtocolRefusal extends Error {
  constructor(
    call: string,
    readonly status: number,
    /** Text of the error, for many a member of `ErrorCode`. */
    readonly code: string,
  ) {
    super(`${call}: ${status} ${code}`);
    this.name = 'ProtocolRefusal';
  }
}

export interface ProtocolOptions {
  /** Origin of the control plane, or of a proxy before it. */
  url: string;
  identity: SimulatedIdentity;
  http: HttpClient;
  /** How far the clock of this runner is off, in milliseconds. */
  skewMs: () => number;
}

export interface CallOptions {
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

/** The signed calls of the runner protocol, with the clock and the keys they need. Each call tries once. */
export class ProtocolClient {
  private key: Uint8Array | null = null;
  private offsetMs = 0;

  constructor(private readonly options: ProtocolOptions) {}

  /** True when key and clock of the control plane are known. */
  get isReady(): boolean {
    return this.key !== null;
  }

  async info(signal?: AbortSignal): Promise<void> {
    const answer = await this.send('info', Buffer.from('{}'), {}, { timeoutMs: 10_000, signal });
    const info = InfoAnswer.parse(parsed('info', answer));
    this.learn(Date.parse(info.time));
    const serverKey = new Uint8Array(Buffer.from(info.public_key, 'base64'));
    this.key = nacl.box.before(serverKey, this.options.identity.secretKey);
  }

  /** @throws ProtocolRefusal, or any error when no answer came */
  async call(name: string, body: object, options: CallOptions = {}): Promise<unknown> {
    const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
    const answer = await this.send(name, bytes, this.signature(name, bytes), options);
    if (answer.headers[RUNNER_HEADERS.time] !== undefined) {
      this.learn(Number(answer.headers[RUNNER_HEADERS.time]));
    }
    return parsed(name, answer);
  }

  openJob({ nonce, sealed, codec }: SealedJob): Job {
    const bytes = this.open(nonce, sealed);
    return Job.parse(JSON.parse((codec === 1 ? inflateRawSync(bytes) : Buffer.from(bytes)).toString('utf8')));
  }

  /** A call whose body is a `SealedFrame` of these bytes. */
  sealedFrame(head: object, bytes: Uint8Array): Uint8Array {
    const nonce = new Uint8Array(randomBytes(nacl.box.nonceLength));
    const sealed = nacl.box.after(new Uint8Array(bytes), nonce, this.sharedKey);
    return encodeSealedFrame({ head: { ...head, nonce: Buffer.from(nonce).toString('base64') }, sealed });
  }

  /** The plan in an answer of `plan-file`. */
  openPlan(answer: unknown): Uint8Array {
    const { nonce, sealed } = PlanFileAnswer.parse(answer);
    return this.open(nonce, sealed);
  }

  private get sharedKey(): Uint8Array {
    if (!this.key) {
      throw new Error('the control plane has not returned its key yet');
    }
    return this.key;
  }

  private open(nonce: string, sealed: string): Uint8Array {
    const [box, salt] = [sealed, nonce].map((text) => new Uint8Array(Buffer.from(text, 'base64')));
    const bytes = box && salt && nacl.box.open.after(box, salt, this.sharedKey);
    if (!bytes) {
      throw new Error('the bytes are not sealed to this runner');
    }
    return bytes;
  }

  private now(): number {
    return Date.now() + this.options.skewMs();
  }

  private learn(serverMs: number): void {
    if (Number.isFinite(serverMs)) {
      this.offsetMs = serverMs - this.now();
    }
  }

  private signature(name: string, body: Uint8Array): Record<string, string> {
    const { token } = this.options.identity;
    return signedHeaders(name, body, { token, key: this.sharedKey, timeMs: this.now() + this.offsetMs });
  }

  private send(
    name: string,
    body: Uint8Array,
    headers: Record<string, string>,
    { timeoutMs = 30_000, signal }: CallOptions,
  ): Promise<HttpAnswer> {
    return this.options.http.send({
      origin: this.options.url,
      path: GATEWAY_PATH + name,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      timeoutMs,
      signal,
    });
  }
}

const PASSING_STATUSES = new Set([401, 408, 429]);

/** True when the same call may succeed later: no answer, an overloaded server, an identity that is refused for now. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ProtocolRefusal)) {
    return true;
  }
  const { status, code } = error;
  return status >= 500 || PASSING_STATUSES.has(status) || code === ErrorCode.duplicateRunner;
}

function parsed(call: string, { status, body }: HttpAnswer): unknown {
  const json = jsonOf(body);
  if (status >= 300) {
    throw new ProtocolRefusal(call, status, errorText(json));
  }
  return json;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}

const errorText = (json: unknown): string =>
  typeof json === 'object' && json !== null && 'error' in json ? String(json.error) : '';
