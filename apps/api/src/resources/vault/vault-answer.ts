import { own, problem } from '@switchyard/contracts';
import type { OutboundAnswer, OutboundError } from '@switchyard/server';
import { VaultFault } from './vault-fault.js';

/** A secret of the KV engine, version 2: its fields. */
export type VaultSecret = Readonly<Record<string, unknown>>;

/** Statuses that pass by themselves: a replica that is behind, too many requests, a standby. All of 500 and above do, too. */
const PASSING = new Set([412, 429, 472, 473]);

/** The secret that `GET /v1/<mount>/data/<path>` answers. @throws VaultFault */
export function secretOf({ status, body }: Pick<OutboundAnswer, 'status' | 'body'>, path: string): VaultSecret {
  if (status === 200) {
    const secret = memberOf(memberOf(parsed(body), 'data'), 'data');
    if (isObject(secret)) {
      return secret;
    }
    throw new VaultFault(problem('vault_answer', { status }), false);
  }
  throw faultOf(status, path);
}

function faultOf(status: number, path: string): VaultFault {
  if (status === 401 || status === 403) {
    return new VaultFault(problem('vault_denied'), false);
  }
  if (status === 404) {
    return new VaultFault(problem('vault_missing', { path }), false);
  }
  if (status >= 300 && status < 400) {
    return new VaultFault(problem('vault_redirect'), false);
  }
  return new VaultFault(problem('vault_answer', { status }), status >= 500 || PASSING.has(status));
}

/** Why there was no answer at all. */
export function outboundFault({ fault }: OutboundError): VaultFault {
  switch (fault) {
    case 'too_slow':
      return new VaultFault(problem('vault_slow'), true);
    case 'unreachable':
    case 'unknown_host':
      return new VaultFault(problem('vault_unreachable'), true);
    case 'too_large':
      return new VaultFault(problem('vault_large'), false);
    case 'certificate':
      return new VaultFault(problem('vault_certificate'), false);
    case 'refused':
      return new VaultFault(problem('vault_not_public', { setting: 'SWITCHYARD_OUTBOUND_ALLOW' }), false);
    case 'address':
    case 'no_http':
      return new VaultFault(problem('vault_unreachable'), false);
  }
}

/** The text of a field, numbers and truth values as JSON writes them; or why it is none. */
export function fieldOf(secret: VaultSecret, path: string, field: string): string | VaultFault {
  const value = own(secret, field);
  if (value === undefined || value === null) {
    return new VaultFault(problem('vault_field_missing', { path, field }), false);
  }
  const text = typeof value === 'object' ? '' : String(value as string | number | boolean);
  if (text === '' || text.length > MAX_VALUE || text.includes('\0')) {
    return new VaultFault(problem('vault_value', { path, field }), false);
  }
  return text;
}

/** Characters of a value, as of one that is stored here. */
const MAX_VALUE = 65_536;

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? own(value, name) : undefined);
