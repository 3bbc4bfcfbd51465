import { isKnown } from './names.js';

/**
 * The settings in an environment. An empty variable counts as absent.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Record<string, string>}
 */
export function settingsIn(environment) {
  const entries = Object.entries(environment).map(([name, text]) => /** @type {const} */ ([name, text?.trim() ?? '']));
  return Object.fromEntries(entries.filter(([name, text]) => isKnown(name) && text !== ''));
}
