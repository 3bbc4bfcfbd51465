import { ErrorCode, type ProblemCode, type SentIssue } from '@switchyard/contracts';
import { type NamedProblem, problemOf } from './error-body.js';

/** A failed call as screens see it: HTTP status (0 = no answer at all) and a text for people. */
export interface ApiError {
  status: number;
  /** In the words of the console, never those of the server. */
  message: string;
  /** The server's code of the problem; `null` = none. */
  code: string | null;
  /** The members of the request that were refused, and why. */
  issues: Pick<SentIssue, 'path' | 'code' | 'params'>[];
  /** The server refused a delete because something refers to the object. */
  inUse: boolean;
}

/** Texts of this module come from the catalogue, so the caller passes its translator. */
export interface ErrorWords {
  offline: string;
  unreadable: string;
  forbidden: string;
  notFound: string;
  conflict: string;
  server: string;
  /** Words for the problem that the server names. */
  problem: (body: NamedProblem) => string;
  failed: (status: number) => string;
}

/** The parts of a `fetch` failure that decide the text. */
export interface RawFailure {
  status: number | string;
  /** Of an answer whose body could not be read. */
  originalStatus?: number | undefined;
  statusText?: string | undefined;
  data?: unknown;
}

/** Whether what was requested does not exist, or is hidden from the user. */
export const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 404;

/** Whether the server wants the user to confirm who he is before it does this. */
export const needsConfirmation = ({ status, data }: RawFailure): boolean =>
  status === 403 && problemOf(data)?.code === ErrorCode.reauthenticationRequired;

function statusText(status: number, words: ErrorWords): string {
  switch (status) {
    case 403:
      return words.forbidden;
    case 404:
      return words.notFound;
    case 409:
      return words.conflict;
    default:
      return status >= 500 ? words.server : words.failed(status);
  }
}

/** Problems that add nothing to the status. */
const STATUS_PROBLEMS: ReadonlySet<string> = new Set<ProblemCode>(['not_signed_in', 'not_allowed', 'not_found']);

/**
 * The text rule: the words for the problem that the server names if it does; for 401 the status code with its text;
 * otherwise our own words for the status. A call without an answer means that the server is away.
 */
export function toApiError(failure: RawFailure, words: ErrorWords): ApiError {
  const status = statusOf(failure);
  const named = problemOf(failure.data);
  const isExact = named !== null && !STATUS_PROBLEMS.has(named.code);
  const facts = {
    code: named?.code ?? null,
    issues: named?.issues ?? [],
    inUse: named?.inUse === true,
  };
  if (typeof status !== 'number') {
    return { ...facts, status: 0, message: status === 'PARSING_ERROR' ? words.unreadable : words.offline };
  }
  return { ...facts, status, message: isExact ? words.problem(named) : plainText(status, failure, words) };
}

/** A refusal is one, whatever a proxy wrote into its body. */
const statusOf = ({ status, originalStatus = 0 }: RawFailure): number | string =>
  originalStatus >= 400 ? originalStatus : status;

const plainText = (status: number, { statusText: text }: RawFailure, words: ErrorWords): string =>
  status === 401 ? `401 ${text || 'Unauthorized'}` : statusText(status, words);

/** The faults of members of the request that a call failed for. */
export const refusedIssues = (error: unknown): ApiError['issues'] =>
  typeof error === 'object' && error !== null && 'issues' in error ? (error as ApiError).issues : [];

/** Whether the server kept what somebody else stored after the row was read. */
export const isConflict = (error: unknown): boolean => isProblem(error, 'changed_since_read');

/** Whether the server refused a call for this reason. */
export const isProblem = (error: unknown, code: ProblemCode): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

/** The readable part of whatever a mutation threw. */
export function errorMessage(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}
