import { z } from 'zod';
import { type Problem, PROBLEMS, problem, type ProblemArgs, type ProblemCode, sentenceOf } from './problem.js';
import { textList } from './text-list.js';

/** Fault of one member of a request: where, as a code with parameters, and as an English sentence. */
export interface Issue {
  path: (string | number)[];
  code: string;
  params: Problem['params'];
  message: string;
}

/** Member of a refinement's parameters that holds the problem. */
const CARRIED = 'problem';

/** The message of a check or refinement of a schema: `.refine(isTag, withProblem('runner_tag'))`. */
export function withProblem<C extends ProblemCode>(code: C, ...args: ProblemArgs<C>): ReturnType<typeof carrying> {
  return carrying(problem(code, ...args));
}

const carrying = (fault: Problem) => ({ error: sentenceOf(fault), params: { [CARRIED]: fault } });

/** Of a rule over several members: it is checked beside faults of others, whose values are then as they came in. */
export const besideOthers = {
  when: ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null,
};

/** A member that such a rule reads as a text; `''` = it is none, which is a fault of its own. */
export const textOrNone = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Adds a problem to a context of `superRefine`. */
export function refuse(
  context: z.RefinementCtx,
  fault: Problem,
  more: { path?: PropertyKey[]; continue?: boolean } = {},
): void {
  context.addIssue({ code: 'custom', message: sentenceOf(fault), params: { [CARRIED]: fault }, ...more });
}

/** A choice that is left out is not a wrong one. */
z.config({
  customError: ({ code, input }) => (code === 'invalid_value' && input === undefined ? PROBLEMS.required : undefined),
});

/** Most issues of an answer: a body may break a rule in each of thousands of members. */
const MOST_ISSUES = 100;

/** The issues of a request as they are sent, the first 100. Symbols, which no JSON has, are left out of paths. */
export const issuesOf = (issues: readonly z.core.$ZodIssue[]): Issue[] =>
  issues.slice(0, MOST_ISSUES).map((issue) =>
    issueAt(
      issue.path.filter((part) => typeof part !== 'symbol'),
      problemOf(issue),
    ),
  );

export const issueAt = (path: (string | number)[], fault: Problem): Issue => ({
  path,
  code: fault.code,
  params: fault.params,
  message: sentenceOf(fault),
});

/** One sentence for all: `name: must not be empty; port: must be integer`. */
export const describeIssues = (issues: readonly Issue[]): string =>
  issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('; ');

/** Sentences without parameters, whose code a check other than a refinement cannot carry. */
const bySentence = new Map(
  Object.entries(PROBLEMS).flatMap(([code, sentence]) =>
    sentence.includes('{{') ? [] : [[sentence as string, { code: code as ProblemCode, params: {} }] as const],
  ),
);

function problemOf(issue: z.core.$ZodIssue): Problem {
  const carried = issue.code === 'custom' ? (issue.params?.[CARRIED] as Problem | undefined) : undefined;
  return carried ?? bySentence.get(issue.message) ?? builtIn(issue);
}

function builtIn(issue: z.core.$ZodIssue): Problem {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && issue.message.endsWith('received undefined')
        ? problem('required')
        : wrongType(issue.expected);
    case 'invalid_value':
      return problem('one_of', { values: textList(issue.values.map((value) => JSON.stringify(value))) });
    case 'too_big':
      return tooBig(issue);
    case 'too_small':
      return tooSmall(issue);
    case 'unrecognized_keys':
      return problem('unknown_members', { names: textList(issue.keys) });
    default:
      return problem('invalid');
  }
}

const TYPES = new Map<string, ProblemCode>(
  Object.entries({
    string: 'not_text',
    number: 'not_number',
    int: 'not_integer',
    boolean: 'not_boolean',
    object: 'not_object',
    record: 'not_object',
    array: 'not_list',
  } as const),
);

const wrongType = (expected: string): Problem => ({ code: TYPES.get(expected) ?? 'invalid', params: {} });

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): Problem {
  const max = Number(maximum);
  return origin === 'string'
    ? problem('too_long', { max })
    : isList(origin)
      ? problem('too_many', { max })
      : problem('at_most', { max });
}

function tooSmall({ origin, minimum }: z.core.$ZodIssueTooSmall): Problem {
  const min = Number(minimum);
  if (origin === 'string') {
    return min === 1 ? problem('empty') : problem('too_short', { min });
  }
  return isList(origin) ? problem('too_few', { min }) : problem('at_least', { min });
}

const isList = (origin: string): boolean => origin === 'array' || origin === 'set' || origin === 'map';
