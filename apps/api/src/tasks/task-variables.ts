import { checkSurveyAnswers, parseObject, type TaskInput } from '@switchyard/contracts';
import type { Template } from '@switchyard/database';
import { badRequest } from '../http/refusals.js';

/** Variables of a launch after the template's questions were checked. */
export interface TaskVariables {
  /** Any JSON by name. */
  values: Record<string, unknown>;
  /** Text by name; never stored in clear. */
  secrets: Record<string, string>;
}

/**
 * The variables a launch may set: the answers to the template's questions, defaults filled in, and, where others are
 * allowed, those too. The rest is dropped. An answer to a secret question is a secret wherever it was sent.
 * @throws 400 naming every answer that does not fit
 */
export function taskVariables(
  input: Pick<TaskInput, 'environment' | 'secret'>,
  template: Pick<Template, 'surveyVars'>,
  othersAllowed: boolean,
): TaskVariables {
  const given = { values: parseObject(input.environment), secrets: textOf(parseObject(input.secret)) };
  const questions = new Map(template.surveyVars.map((variable) => [variable.name, variable]));
  const secretInClear = textOf(only(given.values, (name) => questions.get(name)?.type === 'secret'));
  const { answers, faults } = checkSurveyAnswers(template.surveyVars, {
    values: given.values,
    secrets: { ...secretInClear, ...given.secrets },
  });
  if (faults.length > 0) {
    throw badRequest(faults.map(({ message }) => message).join('; '));
  }
  const isOther = (name: string): boolean => othersAllowed && !questions.has(name);
  return {
    values: { ...only(given.values, isOther), ...answers.values },
    secrets: { ...only(given.secrets, isOther), ...answers.secrets },
  };
}

function only<T>(all: Record<string, T>, keep: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => keep(name)));
}

function textOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
