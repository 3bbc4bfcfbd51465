import { type Problem, problem } from '../errors/problem.js';

/** Why a text is no address of a web page that may be linked to, or `null`: it has a host and a path, and neither login nor query. */
export function webPageFault(text: string): Problem | null {
  const isPage = /^https?:\/\/(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?(?:\/[^\s?#\\"'<>]*)?$/i.test(text);
  return isPage || text === '' ? null : problem('web_address');
}
