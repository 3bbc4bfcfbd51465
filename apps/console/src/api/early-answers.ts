import { ownAddress } from '../lib/own-address.js';

/** Answers that were requested before the part of the page that uses them was there, by their path. */
const early = new Map<string, Promise<Response>>();
/** How long such an answer counts as new. */
const EARLY_MS = 5_000;

/** Starts a read, whose answer the first reader of the path takes. @param path below `/api/` */
export function readEarly(path: string): void {
  const answer = fetch(ownAddress(`/api/${path}`), {
    credentials: 'same-origin',
    headers: { accept: 'application/json' },
  });
  answer.catch(() => undefined);
  early.set(path, answer);
  setTimeout(() => early.delete(path), EARLY_MS);
}

/** The answer of the path, once. */
export function takeEarly(path: string): Promise<Response> | undefined {
  const answer = early.get(path);
  early.delete(path);
  return answer;
}
