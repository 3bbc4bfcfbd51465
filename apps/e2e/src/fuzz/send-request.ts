import { messageOf } from '@switchyard/concurrency';
import { type HttpClient, ProtocolRefusal } from '@switchyard/testing';
import type { Random } from '../chaos/random.js';
import type { ApiClient } from '../support/api-client.js';
import { hostileFrame } from './log-frame.js';
import type { FuzzRequest } from './make-request.js';
import type { Callers, FuzzWorld } from './world.js';

/** A poll without jobs is held; it is taken for answered then. */
const HELD_MS = 1_500;
const TIMEOUT_MS = 60_000;
const GATEWAY = '/api/runner-gateway/';
/** Calls that are not signed. */
const UNSIGNED = ['info', 'register'];

const WEIGHTS: readonly { weight: number; who: keyof Callers }[] = [
  { weight: 12, who: 'admin' },
  { weight: 5, who: 'owner' },
  { weight: 2, who: 'guest' },
  { weight: 1, who: 'stranger' },
];

/** Outcome of a request. `error` = the reason why no whole answer came. */
export interface Outcome {
  who: string;
  status: number;
  text: string;
  error: string | null;
}

/** Sends the request as one of the people, or as the runner where runners call. Never rejects. */
export async function sendRequest(
  http: HttpClient,
  address: string,
  { request, random, world }: { request: FuzzRequest; random: Random; world: FuzzWorld },
): Promise<Outcome> {
  const call = request.target.startsWith(GATEWAY) ? (request.target.slice(GATEWAY.length).split('?')[0] ?? '') : null;
  const signed = call !== null && !UNSIGNED.includes(call) && request.method === 'POST' && random.chance(0.9);
  const who = signed ? 'runner' : random.weighted(WEIGHTS).who;
  try {
    const answer = await (who === 'runner'
      ? callAsRunner(world, call ?? '', request, random)
      : callAs(world.callers[who], http, address, request));
    return { who, error: null, ...answer };
  } catch (error) {
    return { who, status: 0, text: '', error: messageOf(error) };
  }
}

async function callAs(
  caller: ApiClient,
  http: HttpClient,
  origin: string,
  { method, target, headers, body }: FuzzRequest,
): Promise<Pick<Outcome, 'status' | 'text'>> {
  const answer = await http.send({
    origin,
    path: target,
    method,
    headers: { ...caller.headers, ...headers },
    body,
    timeoutMs: TIMEOUT_MS,
  });
  return { status: answer.status, text: answer.body.subarray(0, 500).toString() };
}

async function callAsRunner(
  { runner, known }: FuzzWorld,
  call: string,
  { body }: FuzzRequest,
  random: Random,
): Promise<Pick<Outcome, 'status' | 'text'>> {
  const bytes = call === 'log' ? hostileFrame(random, known) : (body ?? Buffer.from('{}'));
  const signal = call === 'poll' ? AbortSignal.timeout(HELD_MS) : undefined;
  try {
    await runner.call(call, bytes, { timeoutMs: TIMEOUT_MS, signal });
    return { status: 200, text: '' };
  } catch (error) {
    if (error instanceof ProtocolRefusal) {
      return { status: error.status, text: error.code };
    }
    if (signal?.aborted) {
      return { status: 200, text: 'held' };
    }
    throw error;
  }
}
