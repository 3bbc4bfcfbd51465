import { setTimeout as rest } from 'node:timers/promises';
import { KeyedLimiter } from '@switchyard/concurrency';
import { problem, type VaultPlace } from '@switchyard/contracts';
import { type OutboundClient, OutboundError } from '@switchyard/server';
import { outboundFault, secretOf, type VaultSecret } from './vault-answer.js';
import { VaultFault } from './vault-fault.js';

/** Requests to one vault that are under way together. */
const AT_A_TIME = 8;
/** Pauses before another try, in milliseconds, as far as the time allows. */
const PAUSES_MS = [200, 400, 800, 1_600, 3_200];

/** A vault and the token it is read with. */
export interface VaultEndpoint {
  address: string;
  namespace: string | null;
  token: string;
  client: Pick<OutboundClient, 'send'>;
}

/** What a secret gave. */
export type SecretRead = VaultSecret | VaultFault;

type SecretPlace = Omit<VaultPlace, 'field'>;

/** `mount/path`, as people name it. */
export const pathOf = ({ mount, path }: SecretPlace): string => `${mount}/${path}`;

/**
 * Reads each of these secrets once, several at a time, and again after faults that may pass until the signal ends it.
 * What was read, or why it was not, stands at its `mount/path`.
 */
export async function readSecrets(
  endpoint: VaultEndpoint,
  places: readonly SecretPlace[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SecretRead>> {
  const limiter = new KeyedLimiter();
  const secrets = new Map(places.map((place) => [pathOf(place), place]));
  const reads = [...secrets].map(async ([path, place]): Promise<[string, SecretRead]> => [
    path,
    await limiter.run('vault', () => readOne(endpoint, place, signal), { atATime: AT_A_TIME }),
  ]);
  return new Map(await Promise.all(reads));
}

async function readOne(endpoint: VaultEndpoint, place: SecretPlace, signal: AbortSignal): Promise<SecretRead> {
  let read = await tryOnce(endpoint, place, signal);
  for (const pause of PAUSES_MS) {
    if (!(read instanceof VaultFault) || !read.mayPass || !(await rested(pause, signal))) {
      break;
    }
    read = await tryOnce(endpoint, place, signal);
  }
  return read;
}

async function tryOnce(endpoint: VaultEndpoint, place: SecretPlace, signal: AbortSignal): Promise<SecretRead> {
  try {
    signal.throwIfAborted();
    const request = { method: 'GET', url: urlOf(endpoint, place), headers: headersOf(endpoint), signal } as const;
    return secretOf(await endpoint.client.send(request), pathOf(place));
  } catch (error) {
    return asFault(error, signal);
  }
}

/** Jittered, so that tasks that failed together do not come back together. False = the time is over. */
const rested = (pauseMs: number, signal: AbortSignal): Promise<boolean> =>
  rest(pauseMs * (0.5 + Math.random()), true, { signal }).catch(() => false);

function urlOf({ address }: VaultEndpoint, { mount, path }: SecretPlace): string {
  const parts = [mount, 'data', ...path.split('/')].map(encodeURIComponent);
  return `${address.replace(/\/+$/, '')}/v1/${parts.join('/')}`;
}

const headersOf = ({ token, namespace }: VaultEndpoint): Record<string, string> => ({
  accept: 'application/json',
  'x-vault-request': 'true',
  'x-vault-token': token,
  ...(namespace !== null && { 'x-vault-namespace': namespace }),
});

function asFault(error: unknown, signal: AbortSignal): VaultFault {
  if (error instanceof VaultFault) {
    return error;
  }
  if (error instanceof OutboundError) {
    return outboundFault(error);
  }
  if (signal.aborted) {
    return new VaultFault(problem('vault_slow'), true);
  }
  throw error;
}
