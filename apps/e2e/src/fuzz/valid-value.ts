import { randomUUID } from 'node:crypto';
import type { Random } from '../chaos/random.js';
import type { Schema } from './api-document.js';

/** Ids and texts of the things that exist, by the last word of the names that refer to them: `key` for `ssh_key_id`. */
export type Known = ReadonlyMap<string, number | string>;

/** Optional members that are present, and lists that have an element. */
const PRESENT = 0.5;

const base64 = (random: Random, bytes: number): string =>
  Buffer.from(Array.from({ length: bytes }, () => random.whole(0, 255))).toString('base64');

const unique = (random: Random): string => `f${Math.floor(random.next() * 2 ** 32).toString(36)}`;

/** Texts of a form that no schema can describe, by the name of the member. */
const BY_NAME = new Map<string, (random: Random) => string>([
  ['json', () => '{"a":"b"}'],
  ['env', () => '{"A":"b"}'],
  ['environment', () => '{"question":"x"}'],
  ['secret', () => '{}'],
  ['arguments', () => '["-v"]'],
  ['git_url', () => 'https://host.example/code.git'],
  ['git_branch', () => 'main'],
  ['email', (random) => `${unique(random)}@example.com`],
  ['username', unique],
  ['name', unique],
  ['playbook', () => 'run.sh'],
  ['inventory', () => 'localhost'],
  ['app', () => 'bash'],
  ['tag', () => 'x'],
  ['tags', () => 'x'],
  ['runner_tag', () => ''],
  ['webhook', () => 'https://host.example/hook'],
  ['public_key', (random) => base64(random, 32)],
  ['nonce', (random) => base64(random, 24)],
  ['sealed', (random) => base64(random, 64)],
  ['sha256', () => 'a'.repeat(64)],
  ['commit_hash', () => 'abcdef0'],
  ['passcode', () => '123456'],
  ['path', () => '/bin/sh'],
  ['start_version', () => '1.0'],
  ['password', () => 'a-long-password'],
  ['old_password', () => 'a-long-password'],
  ['probes_revision', unique],
  ['instance', () => 'fuzz'],
]);

const FORMATS = new Map<string, () => string>([
  ['date-time', () => new Date(Date.now() + 3_600_000).toISOString()],
  ['date', () => '2026-01-02'],
  ['uuid', () => randomUUID()],
]);

/** `ssh_key_id`, `keyId` and `environment_ids` → `key`, `environment`: the last word of what is referred to. */
const referred = (name: string): string =>
  name
    .replace(/_?ids?$/i, '')
    .split('_')
    .at(-1)
    ?.toLowerCase() ?? '';

/** A value that fits the schema and the name, mostly; the server may still refuse it for rules outside the schema. */
export function validValue(random: Random, schema: Schema, name: string, known: Known): unknown {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants?.length) {
    return validValue(random, random.pick(variants), name, known);
  }
  if (schema.enum?.length) {
    return random.pick(schema.enum);
  }
  switch (schema.type) {
    case 'object':
      return validObject(random, schema, known);
    case 'array':
      return random.chance(PRESENT) && schema.items ? [validValue(random, schema.items, name, known)] : [];
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return validNumber(random, schema, name, known);
    default:
      return validText(random, schema, name, known);
  }
}

function validObject(random: Random, { properties = {}, required = [] }: Schema, known: Known): object {
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(PRESENT));
  return Object.fromEntries(wanted.map(([name, member]) => [name, validValue(random, member, name, known)]));
}

function validNumber(random: Random, { minimum = 0, maximum = 100 }: Schema, name: string, known: Known): unknown {
  const id = /^id$|ids?$|^attempt$/i.test(name) ? known.get(referred(name)) : undefined;
  return id ?? random.whole(Math.max(minimum, 0), Math.min(maximum, Math.max(minimum, 0) + 10));
}

function validText(random: Random, schema: Schema, name: string, known: Known): unknown {
  const text = known.get(name) ?? BY_NAME.get(name)?.(random) ?? FORMATS.get(schema.format ?? '')?.();
  return text ?? unique(random).slice(0, schema.maxLength ?? 20);
}

/** Value of a parameter of a path or a query. */
export function validParameter(random: Random, schema: Schema, name: string, known: Known): string {
  return String(known.get(referred(name)) ?? validValue(random, schema, name, known));
}
