import { deflateRawSync } from 'node:zlib';
import {
  type AttemptLease,
  encodeLogFrame,
  encodeSealedFrame,
  encodeTimes,
  type LogChunk,
  MAX_CHUNK_BYTES,
  MAX_LOG_REQUEST_PLAIN_BYTES,
  MAX_OUTPUTS,
  MAX_OUTPUTS_BYTES,
  MAX_PLAN_BYTES,
  MAX_PLAN_VIEW_BYTES,
  PlanView,
} from '@switchyard/contracts';
import { worstJson } from '@switchyard/contracts/testing';
import { DEFAULT_BODY_LIMIT } from '@switchyard/server';
import nacl from 'tweetnacl';
import { withSecrets } from '../poisoned-tasks.js';
import { everyRoute, type Route } from '../routes.js';
import { assignWaiting, type RecordedRequest, RunnerClient } from '../runner-client.js';
import { membersOf } from '../sent-bodies.js';
import { startTestApp, type TestApp } from '../test-app.js';
import type { WalkedInput } from './work-walk.js';

/** Bytes of a kept state: what is sealed is opened at a steady pace, whatever it holds. */
const KEPT_STATE_BYTES = 8 * 1024 * 1024;
/** A secret that is found nowhere. */
const SECRET = 'a-secret-of-the-task';

/** Calls of runners whose body has members. */
export const gatewayRoutes = (): Route[] =>
  everyRoute().filter(({ rule, body }) => rule?.kind === 'runner' && body && membersOf(body).length > 0);

const nameOf = ({ path }: Route): string => path.split('/').at(-1) ?? '';

/** A runner that has an attempt, and what it may send of it at most. */
export class GatewayPlace {
  private constructor(
    private readonly test: TestApp,
    private readonly runner: RunnerClient,
  ) {}

  static async open(): Promise<GatewayPlace> {
    const test = await startTestApp();
    return new GatewayPlace(test, await RunnerClient.create(test));
  }

  close(): Promise<void> {
    return this.test.close();
  }

  /** Makes the largest body of a call about an attempt of its own. */
  async bodyOf(route: Route, input: WalkedInput): Promise<Uint8Array> {
    const held = await this.held();
    const limit = (route.limit ?? DEFAULT_BODY_LIMIT) - 512;
    const members = route.body ? (JSON.parse(worstJson(route.body, { ...input, valid: VALID }, limit)) as object) : {};
    return Buffer.from(JSON.stringify({ ...members, ...held, ...this.sealedOf(nameOf(route), input) }));
  }

  /** Makes the largest log request: as many chunks as there may be, each as large as it may be. */
  async logOf({ filler }: WalkedInput): Promise<Uint8Array> {
    const held = await this.held();
    const line = `${filler.repeat(200)}\n`;
    const plain = Buffer.from(line.repeat(Math.floor(MAX_CHUNK_BYTES / Buffer.byteLength(line))));
    const n = plain.filter((byte) => byte === 10).length;
    const [body, t0] = [deflateRawSync(plain), Date.now()];
    const times = encodeTimes(t0, new Array<number>(n).fill(t0));
    const about = { n, t0, kind: 0, codec: 1, sgr: '', tl: times.length, bl: body.length } as const;
    const count = Math.floor(MAX_LOG_REQUEST_PLAIN_BYTES / plain.length);
    const chunks = Array.from({ length: count }, (_, i): LogChunk => ({
      head: { ...held, ...about, first: i * n },
      times,
      body,
    }));
    return encodeLogFrame(chunks);
  }

  /** Makes a large state that a tool could not save. */
  async keptStateOf(): Promise<Uint8Array> {
    return this.frame({ login: 'l', password: 'p' }, Buffer.alloc(KEPT_STATE_BYTES, '{'));
  }

  /** Makes the largest plan that an attempt may send. */
  async planOf(): Promise<Uint8Array> {
    return this.frame({ sha256: '0'.repeat(64) }, Buffer.alloc(MAX_PLAN_BYTES, 'x'));
  }

  /** Makes the most that an attempt may publish. */
  async outputsOf({ filler }: WalkedInput): Promise<Uint8Array> {
    const value = filler.repeat(
      Math.floor((MAX_OUTPUTS_BYTES / MAX_OUTPUTS - 8) / Buffer.byteLength(JSON.stringify(filler))),
    );
    const outputs = Array.from({ length: MAX_OUTPUTS }, (_, i) => ({ name: `n${i}`, value, secret: false }));
    return this.frame({}, Buffer.from(JSON.stringify(outputs)));
  }

  /** Signs a body; to be sent once. */
  signed(name: string, body: Uint8Array): RecordedRequest {
    return this.runner.request(name, body);
  }

  /** @returns the status */
  async send({ url, headers, body }: RecordedRequest): Promise<number> {
    const { pathname } = new URL(url);
    const payload = Buffer.from(body.buffer, body.byteOffset, body.length);
    return (await this.test.app.inject({ method: 'POST', url: pathname, headers, payload })).statusCode;
  }

  private async frame(members: object, bytes: Uint8Array): Promise<Uint8Array> {
    const nonce = nacl.randomBytes(nacl.box.nonceLength);
    const head = { ...(await this.held()), ...members, nonce: Buffer.from(nonce).toString('base64') };
    return encodeSealedFrame({ head, sealed: nacl.box.after(bytes, nonce, this.runner.sharedKey) });
  }

  /** Seals the input where it must open, so that the call goes on to its content. */
  private sealedOf(name: string, input: WalkedInput): object {
    return name === 'plan-view'
      ? { view: deflateRawSync(worstJson(PlanView, input, MAX_PLAN_VIEW_BYTES)).toString('base64') }
      : {};
  }

  /** A task with a secret, in the hands of the runner. */
  private async held(): Promise<AttemptLease> {
    const { id } = await withSecrets([SECRET])(this.test);
    await assignWaiting(this.test);
    const [lease] = await this.test.dataSource.query<AttemptLease[]>(
      'select id as attempt, lease_id as lease from attempt where task_id = $1',
      [id],
    );
    if (!lease) {
      throw new Error('the task was not assigned');
    }
    return lease;
  }
}

/** Short texts of bodies that have a form of their own. */
const VALID = { outcome: 'success', exit_code: 0, signal: null, lines: 0, bytes: 0, instance: 'a', version: '1' };
