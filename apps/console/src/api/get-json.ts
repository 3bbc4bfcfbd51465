import { takeEarly } from './early-answers.js';
import { endSession } from './session-end.js';
import { ownAddress } from '../lib/own-address.js';

/** A read that the server answered with another status than success. */
export class ReadFailed extends Error {
  constructor(readonly status: number) {
    super(String(status));
  }
}

const read = (path: string, signal: AbortSignal, headers: Record<string, string>): Promise<Response> =>
  fetch(ownAddress(`/api/${path}`), { signal, credentials: 'same-origin', headers });

/**
 * A read that is too large or too short-lived for the query cache, such as a range of log lines. Rejects when the
 * signal aborts and on any status but success.
 */
export async function getJson<Answer>(
  path: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await (takeEarly(path) ?? read(path, signal, headers));
  signal.throwIfAborted();
  if (response.status === 401) {
    void endSession();
  }
  if (!response.ok) {
    throw new ReadFailed(response.status);
  }
  return (await response.json()) as Answer;
}
