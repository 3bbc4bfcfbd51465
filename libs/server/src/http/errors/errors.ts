export interface UserErrorOptions extends ErrorOptions {
  /** Further members of the error body beside `error`. */
  body?: Readonly<Record<string, unknown>>;
}

/**
 * The caller's mistake: answered with its status and message, not logged.
 * Without a message the answer has an empty body.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly body: Readonly<Record<string, unknown>>;

  /** @param status 400 to 499 */
  constructor(
    readonly status: number,
    message = '',
    { body = {}, ...options }: UserErrorOptions = {},
  ) {
    super(message, options);
    this.body = body;
  }
}

/**
 * Something outside of our control failed: a server that does not answer, a tool that is missing. Answered with its
 * status and message, which must be fit for the caller; the `cause` goes to the log alone.
 */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';

  /** @param status 500 to 599; 502 for a bad answer, 503 for none, 504 for one that came too late */
  constructor(
    message: string,
    readonly status = 502,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** How a thrown value is answered. */
export interface ErrorAnswer {
  status: number;
  /** The error body; absent = empty. */
  body?: { error: string; [member: string]: unknown };
  /** What the log gets: nothing for the caller's mistakes, a warning for the outside, an error with an id for bugs. */
  severity: 'none' | 'warn' | 'error';
}
