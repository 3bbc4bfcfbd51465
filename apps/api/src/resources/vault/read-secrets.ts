import { KeyedLimiter, retry } from '@switchyard/concurrency';
import { problem, type VaultPlace } from '@switchyard/contracts';
import { type OutboundClient, OutboundError } from '@switchyard/server';
import { outboundFault, secretOf, type VaultSecret } from './vault-answer.js';
import { VaultFault } from './vault-fault.js';

/** Requests to one vault that are under way together. */
const AT_A_TIME = 8;
/** Tries of one secret and the pauses between them, in milliseconds, as far as the time allows. */
const RETRY = { tries: 6, min: 200, max: 3_200, jitter: 'equal' } as const;

/** A vault and the token it is read with. */
export interface VaultEndpoint {
  address: string;
  namespace: string | null;
  token: string;
  client: Pick<OutboundClient, 'send'>;
}

/** Result of reading a secret. */
export type SecretRead = VaultSecret | VaultFault;

type SecretPlace = Omit<VaultPlace, 'field'>;

/** `mount/path`, as people name it. */
export const pathOf = ({ mount, path }: SecretPlace): string => `${mount}/${path}`;

/**
 * Reads each of these secrets once, several at a time, and again after faults that may pass until the signal ends it.
 * The result of each secret, or the reason why it was not read, stands at its `mount/path`.
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
  try {
    return await retry(() => tryOnce(endpoint, place, signal), { ...RETRY, signal, isRetryable });
  } catch (error) {
    if (error instanceof VaultFault) {
      return error;
    }
    throw error;
  }
}

const isRetryable = (error: unknown): boolean => error instanceof VaultFault && error.mayPass;

/** @throws VaultFault for what is wrong with the secret, its vault or the way there */
async function tryOnce(endpoint: VaultEndpoint, place: SecretPlace, signal: AbortSignal): Promise<VaultSecret> {
  try {
    signal.throwIfAborted();
    const request = { method: 'GET', url: urlOf(endpoint, place), headers: headersOf(endpoint), signal } as const;
    return secretOf(await endpoint.client.send(request), pathOf(place));
  } catch (error) {
    throw asFault(error, signal);
  }
}

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
