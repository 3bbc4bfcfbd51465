import { isDate, isNativeError } from 'node:util/types';
import { LOG_LINK_PREFIX } from '@switchyard/contracts';
import { withSourcePlaces } from './source-places.js';

const REPLACEMENT = '[redacted]';
const MAX_DEPTH = 8;

/** Names whose values never reach a log, wherever they stand inside of a record. */
const secretName =
  /authorization|cookie|passw|passphrase|secret|credential|signature|otp|^(x[-_]?)?(api|private|access|ssh|encryption)[-_]?key$|token/i;

/** `scheme://user:password@host`: the password part. */
const urlPassword = /([a-z][a-z0-9+.-]*:\/\/[^\s:@/]*:)[^\s@/]+@/gi;

/** Tokens of links to logs, which stand in the path of a page. */
const linkToken = new RegExp(`(${LOG_LINK_PREFIX})[\\w-]+`, 'g');

/** Errors of every realm, such as those of another vm context. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || isNativeError(value);
}

/** Replaces the passwords inside addresses of a text, and tokens that are known by their beginning. */
export function redactText(text: string): string {
  const known = text.includes(LOG_LINK_PREFIX) ? text.replace(linkToken, `$1${REPLACEMENT}`) : text;
  return known.includes('://') ? known.replace(urlPassword, `$1${REPLACEMENT}@`) : known;
}

/**
 * A copy of a log record without secrets: values under names of secrets and passwords in addresses are replaced, errors
 * are reduced to their own facts (`type`, `message`, `code`, `stack`, `cause`), binary data to its size.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    return redactText(value);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (depth >= MAX_DEPTH) {
    return '[nested too deeply]';
  }
  return redactObject(value, depth + 1);
}

function redactObject(value: object, depth: number): unknown {
  if (isError(value)) {
    return describeError(value, depth);
  }
  if (ArrayBuffer.isView(value)) {
    return `[${value.byteLength} bytes]`;
  }
  if (isDate(value)) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => redact(item, depth));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, secretName.test(name) ? hide(item) : redact(item, depth)]),
  );
}

/** Further members are left out: a database error carries the statement's parameters. */
function describeError(error: Error, depth: number): object {
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: redact(error.cause, depth) };
  return {
    type: error.name,
    message: redactText(error.message),
    ...code,
    stack: withSourcePlaces(redactText(error.stack ?? '')),
    ...cause,
  };
}

function hide(value: unknown): unknown {
  return value === null || value === undefined || typeof value === 'boolean' ? value : REPLACEMENT;
}
