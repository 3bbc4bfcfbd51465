import { z } from 'zod';
import { withProblem } from '../errors/issue.js';

/** Characters of a whole reference. */
export const MAX_VAULT_REFERENCE = 512;
/** Parts of a path below its mount. */
const MAX_DEPTH = 32;

/** Where a value is kept: field `field` of the secret `path` in the KV engine (version 2) that is mounted at `mount`. */
export interface VaultPlace {
  mount: string;
  /** Without slashes at its ends. */
  path: string;
  field: string;
}

/** Part of an address that needs no escaping and cannot be mistaken for another part. */
const PART = /^[A-Za-z0-9_.~@:+=-]{1,255}$/;

const isPart = (text: string): boolean => PART.test(text) && text !== '.' && text !== '..';

/** Reads `mount/path#field`; `null` = it is no reference. The mount is one part, the path one to 32. */
export function vaultPlaceOf(reference: string): VaultPlace | null {
  const [address = '', field = '', ...more] = reference.split('#');
  const [mount = '', ...parts] = address.split('/');
  const isWhole = parts.length > 0 && parts.length <= MAX_DEPTH && more.length === 0;
  return isWhole && [mount, ...parts, field].every(isPart) ? { mount, path: parts.join('/'), field } : null;
}

const isAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' && !/[\s?#]/.test(text) && url.username === '' && url.password === '';
};

/** Address of a vault in a body; empty = the one that the settings of the server name. */
export const VaultAddress = z
  .string()
  .max(2048)
  .trim()
  .refine((text) => text === '' || isAddress(text), withProblem('https_address'));

/** Namespace of a vault in a body; empty = the one of the settings, where the address is theirs. */
export const VaultNamespace = z
  .string()
  .max(255)
  .trim()
  .refine((text) => text === '' || text.split('/').every(isPart), withProblem('vault_namespace'));

/** A reference in a body: absent, `null` and empty = the value is given itself. */
export const VaultReference = z
  .string()
  .max(MAX_VAULT_REFERENCE)
  .trim()
  .refine((text) => text === '' || vaultPlaceOf(text) !== null, withProblem('vault_reference'))
  .nullish()
  .transform((text) => text || null);
