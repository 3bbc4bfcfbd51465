import { createHash, randomBytes } from 'node:crypto';
import {
  type AttemptLease,
  encodeLogFrame,
  encodeTimes,
  type InfoAnswer,
  type LogChunkHead,
} from '@switchyard/contracts';
import type { Runner } from '@switchyard/database';
import { newRunner } from '@switchyard/database/testing';
import { assignTasks, type Engine, ProjectRotation } from '@switchyard/engine';
import { GATEWAY_PATH, type SignatureFaults, signedHeaders } from '@switchyard/testing';
import nacl from 'tweetnacl';
import { ENGINE } from '../platform/infrastructure/tokens.js';
import type { TestApp } from './test-app.js';

/** A request as it travels: can be sent more than once. */
export interface RecordedRequest {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

export interface GatewayAnswer {
  status: number;
  headers: Headers;
  /** The parsed body; null when there is none. */
  body: unknown;
}

/** A runner that uses the real protocol call by call, and can break its rules. */
export class RunnerClient {
  private constructor(
    private readonly address: string,
    readonly runner: Runner,
    readonly token: string,
    readonly sharedKey: Uint8Array,
  ) {}

  /** A new runner of the app that is online and has bash. */
  static async create(test: Pick<TestApp, 'address' | 'dataSource'>, row: Partial<Runner> = {}): Promise<RunnerClient> {
    const pair = nacl.box.keyPair();
    const token = randomBytes(24).toString('base64url');
    const tokenHash = createHash('sha256').update(token).digest('hex');
    const publicKey = Buffer.from(pair.publicKey).toString('base64');
    const runner = await newRunner(test.dataSource, { ...row, tokenHash, publicKey });
    const info = await fetch(`${test.address}/api/runner-gateway/info`, { method: 'POST', body: '{}' });
    const { public_key: serverKey } = (await info.json()) as InfoAnswer;
    const shared = nacl.box.before(new Uint8Array(Buffer.from(serverKey, 'base64')), pair.secretKey);
    return new RunnerClient(test.address, runner, token, shared);
  }

  /** The same runner at an app that listens elsewhere. */
  at(address: string): RunnerClient {
    return new RunnerClient(address, this.runner, this.token, this.sharedKey);
  }

  call(name: string, body: object = {}, faults: SignatureFaults = {}): Promise<GatewayAnswer> {
    return this.send(this.request(name, Buffer.from(JSON.stringify(body)), faults));
  }

  /** A signed request that was not sent yet. */
  request(name: string, body: Uint8Array, faults: SignatureFaults = {}): RecordedRequest {
    const signer = { token: this.token, key: this.sharedKey, timeMs: Date.now() };
    const headers = signedHeaders(name, body, signer, faults);
    return { url: `${this.address}${GATEWAY_PATH}${name}`, headers, body: new Uint8Array(body) };
  }

  async send({ url, headers, body }: RecordedRequest): Promise<GatewayAnswer> {
    const answer = await fetch(url, { method: 'POST', headers, body });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : (JSON.parse(text) as unknown) };
  }

  heartbeat(faults: SignatureFaults = {}): Promise<GatewayAnswer> {
    return this.call('heartbeat', { held: [] }, faults);
  }

  /** Sends lines of one attempt; `head` falsifies their description. */
  log(held: AttemptLease, first: number, text: string, head: Partial<LogChunkHead> = {}): Promise<GatewayAnswer> {
    return this.send(this.request('log', logFrame(held, first, text, head)));
  }
}

/** A log request with one plain chunk. */
export function logFrame(
  held: AttemptLease,
  first: number,
  text: string,
  bent: Partial<LogChunkHead> = {},
): Uint8Array {
  const body = new Uint8Array(Buffer.from(text));
  const n = bent.n ?? text.split('\n').length - 1;
  const t0 = Date.now();
  const times = encodeTimes(
    t0,
    Array.from({ length: n }, () => t0),
  );
  const about = { first, n, t0, kind: 0, codec: 0, sgr: '', tl: times.length, bl: body.length } as const;
  return encodeLogFrame([{ head: { ...held, ...about, ...bent }, times, body }]);
}

/** Assigns all that waits. */
export async function assignWaiting({ app }: Pick<TestApp, 'app'>): Promise<void> {
  await assignTasks(app.get<Engine>(ENGINE), new ProjectRotation());
}
