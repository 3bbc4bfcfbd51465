import { messageOf } from '@switchyard/concurrency';
import { type Problem, type ProblemParam, sentenceOf } from '@switchyard/contracts';
import { QueryFailedError } from 'typeorm';

/** Classes of SQLSTATE after which nobody knows whether the statement took effect (PostgreSQL, appendix A). */
const CONNECTION_LOST = /^(08|57P)/;
/** Classes of SQLSTATE that a value alone is to blame for: data exceptions, program limits. */
const BAD_VALUE = /^(22|54)/;
/** Errors that JavaScript throws for a value that no code can work on, such as one that is nested too deeply. */
const LANGUAGE_FAULTS = new Set(['RangeError', 'TypeError', 'SyntaxError', 'URIError']);

/** An item that can't be worked on, now or later: what is wrong, and with what. */
export class ItemFault extends Error {
  override readonly name = 'ItemFault';

  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(sentenceOf(problem), options);
  }
}

/**
 * True when the work had no effect, so that it may be tried again in parts: the server has refused the statement, or it
 * never left because a value could not be encoded.
 */
export function isRefused(error: unknown): boolean {
  const state = sqlState(error);
  return state === null ? isLanguageFault(error) : !CONNECTION_LOST.test(state);
}

/**
 * True when the item itself is to blame: another try ends in the same way. Everything else may pass, such as a lost
 * connection or a lock that was held, and must not end what the item stands for.
 */
export function isOwnFault(error: unknown): boolean {
  const state = sqlState(error);
  return error instanceof ItemFault || (state === null ? isLanguageFault(error) : BAD_VALUE.test(state));
}

/** Runs code that depends on nothing but its item. @throws ItemFault naming what failed, whatever the code throws */
export function faultless<R>(what: (reason: string) => Problem, work: () => R): R {
  try {
    return work();
  } catch (error) {
    throw error instanceof ItemFault ? error : new ItemFault(what(messageOf(error)), { cause: error });
  }
}

/** Reason of a fault, as a parameter of a problem: a problem where there is one, else the message of the error. */
export const reasonOf = (error: unknown): ProblemParam =>
  error instanceof ItemFault ? error.problem : messageOf(error);

function sqlState(error: unknown): string | null {
  const { code } = error instanceof QueryFailedError ? (error.driverError as { code?: unknown }) : {};
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

function isLanguageFault(error: unknown): boolean {
  const thrown: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return thrown instanceof Error && LANGUAGE_FAULTS.has(thrown.name);
}
