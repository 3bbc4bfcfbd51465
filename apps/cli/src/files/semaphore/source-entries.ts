import { own } from '@switchyard/contracts';
import { type Entry, flagOf, idOf, isObject, jsonOf, present, type SourceRow, textOf } from '../source-values.js';

export const byId = (rows: readonly SourceRow[]): SourceRow[] =>
  rows.toSorted((a, b) => (idOf(a) ?? 0) - (idOf(b) ?? 0));

/** Members of an opened secret. A private key in clear is of the oldest versions. */
export function credentialOf(type: string, opened: string): Entry {
  const value = jsonOf({ opened }, 'opened');
  if (!isObject(value)) {
    return type === 'ssh' ? { private_key: opened } : {};
  }
  const names = type === 'ssh' ? ['login', 'passphrase', 'private_key'] : ['login', 'password'];
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

export const matcherOf = (row: SourceRow): Entry =>
  present({
    name: textOf(row, 'name'),
    match_type: textOf(row, 'match_type'),
    body_data_type: textOf(row, 'body_data_type') || null,
    key: textOf(row, 'key'),
    method: textOf(row, 'method'),
    value: textOf(row, 'value'),
  });

export const extractedValueOf = (row: SourceRow): Entry =>
  present({
    name: textOf(row, 'name'),
    value_source: textOf(row, 'value_source'),
    body_data_type: textOf(row, 'body_data_type') || null,
    key: textOf(row, 'key'),
    variable: textOf(row, 'variable'),
    variable_type: textOf(row, 'variable_type') || null,
  });

export const vaultOf = (row: SourceRow, key: string | null): Entry =>
  present({
    name: textOf(row, 'name') || null,
    type: textOf(row, 'type') || 'password',
    vault_key: key,
    script: textOf(row, 'script') || null,
  });

export const metaOf = (row: SourceRow, name: string): Entry =>
  present({
    name,
    alert: flagOf(row, 'alert'),
    alert_chat: textOf(row, 'alert_chat') || null,
    max_parallel_tasks: Math.max(0, Number(own(row, 'max_parallel_tasks') ?? 0)),
    type: '',
  });
