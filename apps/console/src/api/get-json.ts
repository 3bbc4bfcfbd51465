import { announceSessionEnd } from './session-end.js';

/** A read that the server answered with another status than success. */
export class ReadFailed extends Error {
  constructor(readonly status: number) {
    super(String(status));
  }
}

/** Answers that were requested before the part of the page that uses them was there, by their path. */
const early = new Map<string, Promise<Response>>();
/** How long such an answer counts as new. */
const EARLY_MS = 5_000;

const read = (path: string, signal: AbortSignal | null = null): Promise<Response> =>
  fetch(`/api/${path}`, { signal, credentials: 'same-origin' });

/** Starts a read, whose answer the first `getJson` of the path takes. */
export function readEarly(path: string): void {
  const answer = read(path);
  answer.catch(() => undefined);
  early.set(path, answer);
  setTimeout(() => early.delete(path), EARLY_MS);
}

function takeEarly(path: string): Promise<Response> | undefined {
  const answer = early.get(path);
  early.delete(path);
  return answer;
}

/**
 * A read that is too large or too short-lived for the query cache, such as a range of log lines. Rejects when the
 * signal aborts and on any status but success.
 */
export async function getJson<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  const response = await (takeEarly(path) ?? read(path, signal));
  signal.throwIfAborted();
  if (response.status === 401) {
    announceSessionEnd();
  }
  if (!response.ok) {
    throw new ReadFailed(response.status);
  }
  return (await response.json()) as Answer;
}
