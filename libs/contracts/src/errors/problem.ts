import { own } from '../own.js';
import { ErrorCode } from './codes.js';
import { END_PROBLEMS } from './end-problems.js';
import { JOB_PROBLEMS } from './job-problems.js';
import { fillPlaces, type Places } from './placeholders.js';
import { REFUSAL_PROBLEMS } from './refusal-problems.js';
import { REQUEST_PROBLEMS } from './request-problems.js';
import { isTextList } from './text-list.js';
import { TOOL_PROBLEMS } from './tool-problems.js';
import { VALUE_PROBLEMS } from './value-problems.js';

type Signal = (typeof ErrorCode)[keyof typeof ErrorCode];

/** Codes that clients act on are their own sentence. */
const SIGNALS = Object.fromEntries(Object.values(ErrorCode).map((code) => [code, code])) as { [C in Signal]: C };

/** The problems by what they are about. */
export const PROBLEM_GROUPS = {
  signals: SIGNALS,
  values: VALUE_PROBLEMS,
  requests: REQUEST_PROBLEMS,
  refusals: REFUSAL_PROBLEMS,
  ends: END_PROBLEMS,
  tools: TOOL_PROBLEMS,
  jobs: JOB_PROBLEMS,
} as const;

/**
 * Every problem that a server can name: a stable code with its English sentence, in which `{{name}}` stands for a
 * parameter. The console has a text of its own for each code. A code is never given another meaning.
 */
export const PROBLEMS = {
  ...SIGNALS,
  ...VALUE_PROBLEMS,
  ...REQUEST_PROBLEMS,
  ...REFUSAL_PROBLEMS,
  ...END_PROBLEMS,
  ...TOOL_PROBLEMS,
  ...JOB_PROBLEMS,
} as const;
export type ProblemCode = keyof typeof PROBLEMS;

/** A parameter may be a list of texts, or a problem itself, as in "The body is not valid JSON". */
export type ProblemParam = string | number | readonly string[] | Problem;

/** A problem as it is made, stored and sent. */
export interface Problem {
  readonly code: ProblemCode;
  readonly params: Readonly<Record<string, ProblemParam>>;
}

/** A problem of this version or another. */
export interface AnyProblem {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number | readonly string[] | AnyProblem>>;
}

/** The parameters that the sentence of a code needs. */
export type ProblemParams<C extends ProblemCode> = { readonly [N in Places<(typeof PROBLEMS)[C]>]: ProblemParam };

/** The codes whose sentence needs no parameters. */
export type PlainCode = {
  [C in ProblemCode]: [Places<(typeof PROBLEMS)[C]>] extends [never] ? C : never;
}[ProblemCode];

/** Arguments after a code: its parameters; none for a code without any. */
export type ProblemArgs<C extends ProblemCode> = [Places<(typeof PROBLEMS)[C]>] extends [never]
  ? []
  : [params: ProblemParams<C>];

export const problem = <C extends ProblemCode>(code: C, ...[params]: ProblemArgs<C>): Problem => ({
  code,
  params: params ?? {},
});

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code);

/** The English sentence of a problem. */
export function sentenceOf({ code, params }: Problem): string {
  return fillPlaces(PROBLEMS[code], (name) => {
    const value = own(params, name) ?? '';
    return isTextList(value)
      ? new Intl.ListFormat('en').format(value)
      : typeof value === 'object'
        ? sentenceOf(value)
        : String(value);
  });
}
