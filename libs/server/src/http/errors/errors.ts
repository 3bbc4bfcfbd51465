import { describeIssues, type Issue, type Problem, sentenceOf } from '@switchyard/contracts';

export interface UserErrorOptions extends ErrorOptions {
  /** Further members of the error body beside those of {@link ErrorAnswer}. */
  body?: Readonly<Record<string, unknown>>;
  /** What is wrong with members of the request; the sentence of the answer joins theirs. */
  issues?: readonly Issue[];
}

/**
 * The caller's mistake: answered with its status, problem and English sentence, not logged.
 * Without a problem the answer has an empty body.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly body: Readonly<Record<string, unknown>>;

  /** @param status 400 to 499 */
  constructor(
    readonly status: number,
    readonly problem: Problem | null = null,
    { body = {}, issues, ...options }: UserErrorOptions = {},
  ) {
    super(issues ? describeIssues(issues) : problem ? sentenceOf(problem) : '', options);
    this.body = issues ? { ...body, issues } : body;
  }
}

/**
 * Something outside of our control failed: a server that does not answer, a tool that is missing. Answered with its
 * status and problem; the `cause` goes to the log alone.
 */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';

  /** @param status 500 to 599; 502 for a bad answer, 503 for none, 504 for one that came too late */
  constructor(
    readonly problem: Problem,
    readonly status = 502,
    options?: ErrorOptions,
  ) {
    super(sentenceOf(problem), options);
  }
}

/** Body of a failed call: an English sentence, and the code and parameters that it is made of. */
export interface ProblemBody {
  error: string;
  code: string;
  params: Problem['params'];
  [member: string]: unknown;
}

export const problemBody = (problem: Problem): ProblemBody => ({ error: sentenceOf(problem), ...problem });

/** How a thrown value is answered. */
export interface ErrorAnswer {
  status: number;
  /** Absent = empty. */
  body?: ProblemBody;
  /** What the log gets: nothing for the caller's mistakes, a warning for the outside, an error with an id for bugs. */
  severity: 'none' | 'warn' | 'error';
}
