import {
  EnvironmentInput,
  type Environment,
  type EnvironmentSecretInput,
  own,
  problem,
  vaultPlaceOf,
} from '@switchyard/contracts';
import { formIssues, type FormIssue, type Placing } from '../../lib/form-issues.js';
import {
  environmentRows,
  environmentRules,
  extraRules,
  extraVariables,
  jsonOfEnvironment,
  jsonOfRows,
  rowFaults,
  type ExtraVariables,
  type RowFault,
  type RowFaults,
  type RowWords,
  type VariableRow,
} from './variable-rows.js';
import { nextKey } from '../../lib/next-key.js';

/** One secret of the form. `stored` = the server has a value; it is sent again only when `replaced`. */
export interface SecretRow {
  key: number;
  id: number | null;
  name: string;
  type: 'var' | 'env';
  secret: string;
  /** A vault keeps the value, at `reference`. */
  inVault: boolean;
  reference: string;
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
  /** Runner image; empty = none. */
  image: string;
}

export function newSecret(): SecretRow {
  const empty = { id: null, name: '', type: 'var', secret: '', inVault: false, reference: '' } as const;
  return { key: nextKey(), ...empty, stored: false, replaced: true, before: null };
}

export function environmentValues(row: Environment | null): EnvironmentValues {
  return {
    name: row?.name ?? '',
    extra: extraVariables(row?.json ?? '{}'),
    env: environmentRows(row?.env ?? null),
    image: row?.password ?? '',
    secrets: (row?.secrets ?? []).map(({ id, name, type, vault_reference }) => ({
      ...newSecret(),
      id,
      name,
      type,
      inVault: vault_reference !== null,
      reference: vault_reference ?? '',
      stored: true,
      replaced: false,
      before: { name, type },
    })),
  };
}

/** Values that may be kept in a browser: a stored secret that was to be replaced stays as it is. */
export const plainEnvironment = (values: EnvironmentValues): EnvironmentValues => ({
  ...values,
  secrets: values.secrets.map((row) => (row.inVault ? row : { ...row, secret: '', replaced: !row.stored })),
});

const NO_VALUE = { secret: '', vault_reference: null } as const;

const valueOf = ({
  secret,
  inVault,
  reference,
}: SecretRow): Pick<EnvironmentSecretInput, 'secret' | 'vault_reference'> =>
  inVault ? { secret: '', vault_reference: reference.trim() } : { secret, vault_reference: null };

function secretChange(row: SecretRow): EnvironmentSecretInput | null {
  const { id, name, type, stored, replaced, before } = row;
  if (!stored) {
    return { type, name, ...valueOf(row), operation: 'create' };
  }
  const renamed = before?.name !== name || before.type !== type;
  return replaced || renamed
    ? { id: id ?? undefined, type, name, ...(replaced ? valueOf(row) : NO_VALUE), operation: 'update' }
    : null;
}

/** Operations that lead from the stored secrets to those of the form. */
export function secretChanges(rows: readonly SecretRow[], stored: Environment['secrets']): EnvironmentSecretInput[] {
  const kept = new Set(rows.map(({ id }) => id));
  const removed = stored
    .filter(({ id }) => !kept.has(id))
    .map(({ id, name, type }) => ({ id, name, type, ...NO_VALUE, operation: 'delete' as const }));
  return [...removed, ...rows.map(secretChange).filter((change) => change !== null)];
}

const extraJson = (extra: ExtraVariables): string =>
  extra.mode === 'json' ? extra.text : (jsonOfRows(extra.rows) ?? '{}');

export function environmentBody(values: EnvironmentValues, stored: Environment | null): object {
  return {
    name: values.name,
    json: extraJson(values.extra),
    env: jsonOfEnvironment(values.env),
    secrets: secretChanges(values.secrets, stored?.secrets ?? []),
    // The stored text may be a secret that is never read, so it is left alone unless an image is chosen or given up.
    password: values.image === (stored?.password ?? '') ? null : values.image,
  };
}

/** Parts of the form that consist of lines. */
export type Section = 'extra' | 'env' | 'secrets';

/** The lines at fault. */
export function lineFaults({ extra, env, secrets }: EnvironmentValues, words: RowWords): Record<Section, RowFaults> {
  const plain = secrets.map(({ key, name }) => ({ key, name, value: '' }));
  const ofType = (type: SecretRow['type'], rules: typeof extraRules): RowFaults =>
    rowFaults(
      plain.filter((_, index) => secrets[index]?.type === type),
      { ...rules, isTyped: false },
      words,
    );
  return {
    extra: rowFaults(extra.mode === 'table' ? extra.rows : [], extraRules, words),
    env: rowFaults(env, environmentRules, words),
    secrets: new Map([
      ...vaultFaults(secrets, words),
      ...ofType('var', extraRules),
      ...ofType('env', environmentRules),
    ]),
  };
}

/** Places in a vault that are none. */
const vaultFaults = (rows: readonly SecretRow[], words: RowWords): [number, RowFault][] =>
  rows.flatMap(({ key, inVault, replaced, reference }) =>
    inVault && replaced && vaultPlaceOf(reference.trim()) === null
      ? [[key, { member: 'value', message: words.problem(problem('vault_reference')) }]]
      : [],
  );

const fieldOf: Readonly<Record<string, string>> = { json: 'extra', password: 'image' };

/** Faults of the lines first, then the contract's rules, at the fields of the form. */
export function environmentIssues(values: EnvironmentValues, stored: Environment | null, words: RowWords): FormIssue[] {
  const faults = lineFaults(values, words);
  const lines = sections
    .filter((section) => faults[section].size > 0)
    .map((section) => ({ path: [section], message: words.lines }));
  return [...lines, ...formIssues(EnvironmentInput, environmentBody(values, stored))];
}

/** The field of a member of the request. */
export const environmentField: Placing = ({ path: [member] }) => [own(fieldOf, String(member)) ?? String(member)];

const sections: readonly Section[] = ['extra', 'env', 'secrets'];
