import { EnvironmentInput, type Environment, type EnvironmentSecretInput, own } from '@switchyard/contracts';
import { formIssues, type FormIssue } from '../../lib/form-issues.js';
import {
  environmentRows,
  extraVariables,
  jsonOfEnvironment,
  jsonOfRows,
  nextKey,
  type ExtraVariables,
  type RowWords,
  type VariableRow,
} from './variable-rows.js';

/** One secret of the form. `stored` = the server has a value; it is sent again only when `replaced`. */
export interface SecretRow {
  key: number;
  id: number | null;
  name: string;
  type: 'var' | 'env';
  secret: string;
  stored: boolean;
  replaced: boolean;
  /** Name and type as the server has them, so that a rename is noticed. */
  before: { name: string; type: 'var' | 'env' } | null;
}

export interface EnvironmentValues {
  name: string;
  extra: ExtraVariables;
  env: VariableRow[];
  secrets: SecretRow[];
}

export function newSecret(): SecretRow {
  return { key: nextKey(), id: null, name: '', type: 'var', secret: '', stored: false, replaced: true, before: null };
}

export function environmentValues(row: Environment | null): EnvironmentValues {
  return {
    name: row?.name ?? '',
    extra: extraVariables(row?.json ?? '{}'),
    env: environmentRows(row?.env ?? null),
    secrets: (row?.secrets ?? []).map(({ id, name, type }) => ({
      ...newSecret(),
      id,
      name,
      type,
      stored: true,
      replaced: false,
      before: { name, type },
    })),
  };
}

function secretChange(row: SecretRow): EnvironmentSecretInput | null {
  const { id, name, type, secret, stored, replaced, before } = row;
  if (!stored) {
    return { type, name, secret, operation: 'create' };
  }
  const renamed = before?.name !== name || before.type !== type;
  return replaced || renamed
    ? { id: id ?? undefined, type, name, secret: replaced ? secret : '', operation: 'update' }
    : null;
}

/** Operations that lead from the stored secrets to those of the form. */
export function secretChanges(rows: readonly SecretRow[], stored: Environment['secrets']): EnvironmentSecretInput[] {
  const kept = new Set(rows.map(({ id }) => id));
  const removed = stored
    .filter(({ id }) => !kept.has(id))
    .map(({ id, name, type }) => ({ id, name, type, secret: '', operation: 'delete' as const }));
  return [...removed, ...rows.map(secretChange).filter((change) => change !== null)];
}

const extraJson = (extra: ExtraVariables, words: RowWords): { json: string | null; fault: string | null } =>
  extra.mode === 'json' ? { json: extra.text, fault: null } : jsonOfRows(extra.rows, words);

export function environmentBody(values: EnvironmentValues, stored: Environment | null, words: RowWords): object {
  return {
    name: values.name,
    json: extraJson(values.extra, words).json ?? '{}',
    env: jsonOfEnvironment(values.env, words).json ?? '{}',
    secrets: secretChanges(values.secrets, stored?.secrets ?? []),
  };
}

const fieldOf: Readonly<Record<string, string>> = { json: 'extra' };

/** Faults of the lines first, then the contract's rules, at the fields of the form. */
export function environmentIssues(values: EnvironmentValues, stored: Environment | null, words: RowWords): FormIssue[] {
  const lines = issueAt('extra', extraJson(values.extra, words).fault).concat(
    issueAt('env', jsonOfEnvironment(values.env, words).fault),
  );
  const rules = formIssues(EnvironmentInput, environmentBody(values, stored, words)).map((issue) => ({
    ...issue,
    path: [own(fieldOf, String(issue.path[0])) ?? String(issue.path[0])],
  }));
  return [...lines, ...rules];
}

const issueAt = (field: string, message: string | null): FormIssue[] =>
  message === null ? [] : [{ path: [field], message }];
