import { ErrorCode } from '@switchyard/contracts';

/** A failed call as screens see it: HTTP status (0 = no answer at all) and a text for people. */
export interface ApiError {
  status: number;
  message: string;
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
  /** The user did not confirm who he is. */
  unconfirmed: string;
  failed: (status: number) => string;
}

/** The parts of a `fetch` failure that decide the text. */
export interface RawFailure {
  status: number | string;
  statusText?: string | undefined;
  data?: unknown;
}

function serverText(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('error' in data)) {
    return null;
  }
  return typeof data.error === 'string' && data.error !== '' ? data.error : null;
}

/** Whether the server wants the user to confirm who he is before it does this. */
export const needsConfirmation = ({ status, data }: RawFailure): boolean =>
  status === 403 && serverText(data) === ErrorCode.reauthenticationRequired;

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

/**
 * The text rule of the specification (console 8): the server's `error` member if there is one; for 401 the status
 * code with its text; otherwise our own words for the status. A call without an answer says that the server is away.
 */
export function toApiError(failure: RawFailure, words: ErrorWords): ApiError {
  const { data } = failure;
  const inUse = typeof data === 'object' && data !== null && 'inUse' in data && data.inUse === true;
  if (typeof failure.status !== 'number') {
    const message = failure.status === 'PARSING_ERROR' ? words.unreadable : words.offline;
    return { status: 0, message, inUse };
  }
  const { status } = failure;
  const unauthorised = `401 ${failure.statusText || 'Unauthorized'}`;
  if (needsConfirmation(failure)) {
    return { status, message: words.unconfirmed, inUse };
  }
  const message = serverText(data) ?? (status === 401 ? unauthorised : statusText(status, words));
  return { status, message, inUse };
}

/** The readable part of whatever a mutation threw. */
export function errorMessage(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}
