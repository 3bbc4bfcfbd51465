import {
  type ActivityCode,
  type AnyProblem,
  type Event,
  isTextList,
  type ProblemCode,
  type Runner,
  type SentIssue,
  type Task,
} from '@switchyard/contracts';
import i18next, { type TFunction } from 'i18next';
import { listText } from './list-text.js';

/** The codes that the catalogue has words for, which are those of the contracts. */
const hasWords = (group: 'problem' | 'activity.words', code: string): boolean =>
  Object.hasOwn(Object(i18next.getResource(i18next.language, 'translation', group)) as object, code);

const isProblemCode = (code: string): code is ProblemCode => hasWords('problem', code);
const isActivityCode = (code: string): code is ActivityCode => hasWords('activity.words', code);
const isKnown = ({ code, params }: AnyProblem): boolean =>
  isProblemCode(code) &&
  Object.values(params).every((value) => typeof value !== 'object' || isTextList(value) || isKnown(value));

/** The words of the catalogue for a problem; those of a newer server that it does not know are shown by their code. */
export function problemWords({ code, params }: AnyProblem, t: TFunction = i18next.t): string {
  return isProblemCode(code)
    ? t(`problem.${code}`, { ...wordedParams(params, t), interpolation: { escapeValue: false } })
    : t('errors.unknownCode', { code });
}

const wordedParams = (params: AnyProblem['params'], t: TFunction): Record<string, string | number> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, wordedParam(value, t)]));

function wordedParam(value: AnyProblem['params'][string], t: TFunction): string | number {
  if (isTextList(value)) {
    return listText(value);
  }
  return typeof value === 'object' ? problemWords(value, t) : value;
}

/** A line for each fault of a request, after the name of its member. */
export const issueWords = (
  issues: readonly Pick<SentIssue, 'path' | 'code' | 'params'>[],
  t: TFunction = i18next.t,
): string =>
  issues.map((issue) => [issue.path.join('.'), problemWords(issue, t)].filter(Boolean).join(': ')).join('\n');

/** Why a task ended as it did; `null` = there is nothing to explain. */
export const endWords = (task: Pick<Task, 'end_problem' | 'end_reason'>, t?: TFunction): string | null =>
  explained(task.end_problem, task.end_reason, t);

/** Why a runner itself takes no tasks; `null` = it does. */
export const pauseWords = (runner: Pick<Runner, 'paused_problem' | 'paused_reason'>, t?: TFunction): string | null =>
  explained(runner.paused_problem, runner.paused_reason, t);

/** Sentence of an event. An entry without a code, or with one of a newer server, shows its own sentence. */
export const activityWords = ({ activity, description }: Event, t: TFunction = i18next.t): string | null =>
  activity && isActivityCode(activity.code)
    ? t(`activity.words.${activity.code}`, { ...activity.params, interpolation: { escapeValue: false } })
    : description;

/** The words for a code; the sentence beside it, when an older program gave no code or a newer one gave another. */
const explained = (given: AnyProblem | null, sentence: string | null, t?: TFunction): string | null =>
  given && isKnown(given) ? problemWords(given, t) : sentence;
