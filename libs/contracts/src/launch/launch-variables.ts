import { parseExactObject } from '../primitives/exact-json.js';
import { parseObject } from '../primitives/json-string.js';
import type { Ignored } from '../task/ignored.js';
import type { SurveyVariable } from '../template/survey.js';
import { checkSurveyAnswers, type SurveyAnswers, type SurveyFault } from '../template/survey-answers.js';
import { type VariableRule, variableRefusal } from '../variable/variable-rule.js';

/** The part of a template that decides which variables a launch may set. */
export interface VariableSettings {
  surveyVars: readonly SurveyVariable[];
  variablePatterns: readonly string[];
  allowAnyVarsInTask: boolean;
}

/** The rule of a template. @param trusted who starts the task manages the project */
export function variableRule(template: VariableSettings, trusted: boolean): VariableRule {
  return {
    declared: template.surveyVars.map(({ name }) => name),
    patterns: [...template.variablePatterns],
    any: template.allowAnyVarsInTask,
    trusted,
  };
}

/** Variables of a launch, numbers without a question as they were written, and what of it was left out or does not fit. */
export interface LaunchVariables extends SurveyAnswers {
  /** As it came in, see `boundedIgnored`. */
  ignored: Ignored[];
  faults: SurveyFault[];
}

/**
 * The variables that a launch sets: the answers to the template's questions, defaults filled in, and those others that
 * the rule allows. Whatever starts a task gets its variables from here. An answer to a secret question is a secret
 * wherever it was sent.
 * @param sent texts of JSON objects, as they came in
 */
export function launchVariables(
  template: VariableSettings,
  sent: { environment: string; secret: string },
  trusted: boolean,
): LaunchVariables {
  const rule = variableRule(template, trusted);
  const values = sift(rule, parseObject(sent.environment));
  const secrets = sift(rule, parseObject(sent.secret));
  const questions = template.surveyVars.filter(({ name }) => variableRefusal(rule, name) === null);
  const isSecret = new Set(questions.filter(({ type }) => type === 'secret').map(({ name }) => name));
  const isDeclared = new Set(questions.map(({ name }) => name));
  const given = {
    values: values.kept,
    secrets: new Map([...textOf(only(values.kept, (name) => isSecret.has(name))), ...textOf(secrets.kept)]),
  };
  const { answers, faults } = checkSurveyAnswers(questions, {
    values: Object.fromEntries(given.values),
    secrets: Object.fromEntries(given.secrets),
  });
  const others = (name: string): boolean => !isDeclared.has(name);
  const exact = new Map(Object.entries(parseExactObject(sent.environment)));
  const kept = only(values.kept, others).map(([name]) => [name, exact.get(name)] as const);
  return {
    values: Object.fromEntries([...kept, ...Object.entries(answers.values)]),
    secrets: Object.fromEntries([...only(given.secrets, others), ...Object.entries(answers.secrets)]),
    ignored: [...values.ignored, ...secrets.ignored],
    faults,
  };
}

interface Sifted {
  kept: Map<string, unknown>;
  ignored: Ignored[];
}

function sift(rule: VariableRule, sent: Record<string, unknown>): Sifted {
  const kept = new Map<string, unknown>();
  const ignored: Ignored[] = [];
  for (const [name, value] of Object.entries(sent)) {
    const reason = variableRefusal(rule, name);
    if (reason === null) {
      kept.set(name, value);
    } else {
      ignored.push({ kind: 'variable', name, reason });
    }
  }
  return { kept, ignored };
}

function only<T>(all: ReadonlyMap<string, T>, keep: (name: string) => boolean): [string, T][] {
  return [...all].filter(([name]) => keep(name));
}

function textOf(values: Iterable<readonly [string, unknown]>): [string, string][] {
  return [...values]
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
}
