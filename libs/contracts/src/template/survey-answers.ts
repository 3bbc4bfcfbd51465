import { type Problem, problem } from '../errors/problem.js';
import { textList } from '../errors/text-list.js';
import { own } from '../own.js';
import { answerKind, type SurveyVariable } from './survey.js';

/** Answers of a launch: plain values by variable name, and those of secret variables. */
export interface SurveyAnswers {
  values: Record<string, unknown>;
  secrets: Record<string, string>;
}

/** Fault of one answer; `variable` is its name. */
export interface SurveyFault {
  variable: string;
  problem: Problem;
}

/**
 * Checks the answers of a launch against the template's questions and fills in defaults. Used by
 * the form and by the server, so that both refuse the same with the same words. An optional variable that was left
 * out, or answered with the empty text, is absent from the result unless it has a default. An integer becomes a JSON
 * number, so that tools can count with it; one that a number would show otherwise stays text: what is printed is always
 * what was typed.
 *
 * @param given values as they came in; a secret may stand among the secrets only
 */
export function checkSurveyAnswers(
  variables: readonly SurveyVariable[],
  given: SurveyAnswers,
): { answers: SurveyAnswers; faults: SurveyFault[] } {
  const kept: [SurveyVariable, string][] = [];
  const faults: SurveyFault[] = [];
  for (const variable of variables) {
    const text = answerText(variable, given);
    const fault = answerFault(variable, text);
    if (fault) {
      faults.push({ variable: variable.name, problem: fault });
    } else if (text !== '') {
      kept.push([variable, text]);
    }
  }
  return { answers: answersOf(kept), faults };
}

function answersOf(kept: readonly [SurveyVariable, string][]): SurveyAnswers {
  const values = kept.flatMap(([variable, text]): [string, unknown][] => {
    const kind = answerKind(variable);
    return kind === 'secret' ? [] : [[variable.name, kind === 'int' ? numberOrText(text) : text]];
  });
  const secrets = kept.flatMap(([{ name, type }, text]) => (type === 'secret' ? [[name, text] as const] : []));
  return { values: Object.fromEntries(values), secrets: Object.fromEntries(secrets) };
}

/** Leading zeros, and digits beyond those that a number holds, stay. */
const numberOrText = (text: string): number | string => (String(Number(text)) === text ? Number(text) : text);

/** Whether a value that is shown to nobody stands for an answer that is left out. */
export const hasSecretDefault = ({ type, secret_default: stored }: SurveyVariable): boolean =>
  type === 'secret' && stored === true;

function answerText(variable: SurveyVariable, given: SurveyAnswers): string {
  const value = own(variable.type === 'secret' ? given.secrets : given.values, variable.name);
  const text = value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' ? variable.default_value : text;
}

function answerFault(variable: SurveyVariable, text: string): Problem | null {
  const { title, required, values } = variable;
  const kind = answerKind(variable);
  if (text === '') {
    return required && !hasSecretDefault(variable) ? problem('answer_required', { title }) : null;
  }
  if (kind === 'int' && !/^\d+$/.test(text)) {
    return problem('answer_digits', { title });
  }
  if (kind === 'enum' && !values.some(({ value }) => value === text)) {
    return problem('answer_choice', { title, values: textList(values.map(({ name }) => name)) });
  }
  return null;
}
