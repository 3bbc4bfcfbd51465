import { createHmac, hash, randomUUID } from 'node:crypto';
import { PROTOCOL_VERSION, RUNNER_HEADERS, signedText } from '@switchyard/contracts';

/** Where the calls of the runner protocol are. */
export const GATEWAY_PATH = '/api/runner-gateway/';

/** Keys with which a runner signs a call. */
export interface Signer {
  token: string;
  /** Key that it shares with the control plane. */
  key: Uint8Array;
  /** Its idea of the control plane's clock, in milliseconds. */
  timeMs: number;
}

/** Parts of a signed call that a test falsifies. */
export interface SignatureFaults extends Partial<Signer> {
  nonce?: string;
  protocol?: string;
  /** Path that is signed. */
  path?: string;
  /** Body that is signed. */
  signedBody?: Uint8Array;
}

/** Headers of a call of the runner protocol, right but for the faults. */
export function signedHeaders(
  name: string,
  body: Uint8Array,
  signer: Signer,
  faults: SignatureFaults = {},
): Record<string, string> {
  const { token, key, timeMs } = { ...signer, ...faults };
  const time = String(Math.round(timeMs));
  const nonce = faults.nonce ?? randomUUID();
  const path = faults.path ?? GATEWAY_PATH + name;
  const text = signedText('POST', path, time, nonce, hash('sha256', faults.signedBody ?? body));
  return {
    authorization: `Bearer ${token}`,
    'content-type': name === 'log' ? 'application/octet-stream' : 'application/json',
    [RUNNER_HEADERS.protocol]: faults.protocol ?? String(PROTOCOL_VERSION),
    [RUNNER_HEADERS.time]: time,
    [RUNNER_HEADERS.nonce]: nonce,
    [RUNNER_HEADERS.signature]: createHmac('sha256', key).update(text).digest('hex'),
  };
}
