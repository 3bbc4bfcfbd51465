import { describeIssues, type Issue, problem as problemNamed, type Problem, sentenceOf } from '@switchyard/contracts';
import { STATUS_CODES } from 'node:http';

export interface UserErrorOptions extends ErrorOptions {
  /** Further members of the error body beside those of {@link ErrorAnswer}. */
  body?: Readonly<Record<string, unknown>>;
  /** Faults of single members of the request; the sentence of the answer joins theirs. */
  issues?: readonly Issue[];
}

/**
 * The caller's mistake: answered with its status, problem and English sentence, not logged.
 * Without a problem it has that of its status.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly body: Readonly<Record<string, unknown>>;

  /** @param status 400 to 499 */
  constructor(
    readonly status: number,
    readonly problem: Problem = problemOfStatus(status),
    { body = {}, issues, ...options }: UserErrorOptions = {},
  ) {
    super(issues ? describeIssues(issues) : sentenceOf(problem), options);
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

/** The problem of an answer of which only the status is known. */
export function problemOfStatus(status: number): Problem {
  switch (status) {
    case 400:
      return problemNamed('invalid_request');
    case 401:
      return problemNamed('not_signed_in');
    case 403:
      return problemNamed('not_allowed');
    case 404:
      return problemNamed('not_found');
    default:
      return problemNamed('request_refused', { reason: STATUS_CODES[status] ?? String(status) });
  }
}

export const problemBody = (problem: Problem): ProblemBody => ({ error: sentenceOf(problem), ...problem });

/** How a thrown value is answered. */
export interface ErrorAnswer {
  status: number;
  body: ProblemBody;
  /** Severity in the log: nothing for the caller's mistakes, a warning for the outside, an error with an id for bugs. */
  severity: 'none' | 'warn' | 'error';
}
