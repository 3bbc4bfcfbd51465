import { type AnyProblem, isTextList, type SentIssue } from '@switchyard/contracts';

/** Members of the body of a refused call that the console reads. */
export interface NamedProblem extends AnyProblem {
  issues: Pick<SentIssue, 'path' | 'code' | 'params'>[];
  inUse: boolean;
}

type Members = Partial<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Texts, lists of texts, numbers and problems are kept of the parameters, everything else is left out. */
const paramsOf = (value: unknown): SentIssue['params'] =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([name, param]) => {
      const isPlain = typeof param === 'string' || typeof param === 'number' || isTexts(param);
      const kept = isPlain ? param : coded(param);
      return kept === null ? [] : [[name, kept]];
    }),
  ) as SentIssue['params'];

const isTexts = (value: unknown): value is readonly string[] =>
  isTextList(value) && value.every((item) => typeof item === 'string');

const coded = (value: unknown): SentIssue['params'][string] | null =>
  isObject(value) && typeof value.code === 'string'
    ? ({ code: value.code, params: paramsOf(value.params) } as SentIssue['params'][string])
    : null;

const isPath = (value: unknown): value is (string | number)[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'string' || typeof part === 'number');

const issueOf = (value: unknown): NamedProblem['issues'] =>
  isObject(value) && typeof value.code === 'string' && isPath(value.path)
    ? [{ path: value.path, code: value.code, params: paramsOf(value.params) }]
    : [];

/**
 * The problem that a failed call names; null = none. `ErrorBody` of the contracts is read by hand, because schemas and
 * their library are no part of the first load.
 */
export function problemOf(data: unknown): NamedProblem | null {
  if (!isObject(data) || typeof data.code !== 'string') {
    return null;
  }
  const { code, params, issues, inUse } = data;
  return {
    code,
    params: paramsOf(params),
    issues: Array.isArray(issues) ? issues.flatMap(issueOf) : [],
    inUse: inUse === true,
  };
}
