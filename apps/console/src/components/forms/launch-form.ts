import { own, parseObject, type Template } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import type { FormIssue, Placing } from '../../lib/form-issues.js';

/** Stored launch parameters in the form of an earlier task, whose choices are offered again. */
export const storedLaunch = (sent: Readonly<Record<string, unknown>> | null) => {
  const params = sent ?? {};
  return {
    message: textOf(params.message),
    answers: parseObject(textOf(params.environment)),
    git_branch: typeof params.git_branch === 'string' ? params.git_branch : null,
    inventory_id: typeof params.inventory_id === 'number' ? params.inventory_id : null,
    arguments: typeof params.arguments === 'string' ? params.arguments : null,
    params: (params.params ?? {}) as Record<string, unknown>,
  };
};
export type StoredLaunch = ReturnType<typeof storedLaunch>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The row of what launches a template later, as far as its secret answers go. */
export interface StoredTarget {
  /** `null` = it starts no template. */
  template_id: number | null;
  secret_names?: readonly string[];
}

/** Names of the secret answers that are stored for a template: those of a row belong to the template they were given for. */
export const storedSecrets = (row: StoredTarget | null, templateId: number | undefined): readonly string[] =>
  row?.template_id === templateId ? (row?.secret_names ?? []) : [];

/**
 * Values of a launch without the answers that are secrets.
 * @param template whose questions are answered; `undefined` = not chosen, so no answer is known to be plain
 */
export function withoutSecretAnswers<Values extends object>(values: Values, template: Template | undefined): Values {
  const { survey = {} } = values as { survey?: Readonly<Record<string, unknown>> };
  const plain = (template?.survey_vars ?? []).filter(({ type }) => type !== 'secret').map(({ name }) => name);
  return { ...values, survey: Object.fromEntries(plain.map((name) => [name, own(survey, name)])) };
}

/** Options of a template's launch, for a form that is not about launching. */
export interface LaunchForm {
  fields: (template: Template, storedSecrets: readonly string[]) => ReactNode;
  /** Values of its fields. @param launch `null` = the template's own */
  values: (template: Template, launch: StoredLaunch | null) => object;
  body: (template: Template, values: object) => object;
  issues: (template: Template, values: object, storedSecrets: readonly string[]) => FormIssue[];
  /** The field of a fault. */
  place: Placing;
}
