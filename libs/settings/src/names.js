import { allSettings } from './catalogue.js';

const PREFIX = 'SWITCHYARD_';

/** Variables of the same prefix that are no settings: those of tasks, and the service links of Kubernetes. */
const foreign =
  /^SWITCHYARD_(TASK_\w+|ATTEMPT|RESULTS_FILE|(\w+_)?SERVICE_(HOST|PORT\w*)|(\w+_)?PORT_\d+_(TCP|UDP)\w*)$/;

/** The setting by which a secret is given as a file. @param {string} name */
const fileFormOf = (name) => `${name}_FILE`;

/**
 * The secrets that may be given as files, by the name that takes the file. A setting of that very name in the catalogue
 * is one that its program reads itself.
 * @type {ReadonlyMap<string, string>}
 */
export const secretFiles = new Map(
  Object.entries(allSettings)
    .filter(([name, { secret }]) => secret && !Object.hasOwn(allSettings, fileFormOf(name)))
    .map(([name]) => [fileFormOf(name), name]),
);

/** True for a setting of some program, in either form. @param {string} name */
export const isKnown = (name) => Object.hasOwn(allSettings, name) || secretFiles.has(name);

/**
 * Faults of variables that begin like a setting and are none.
 * @param {Readonly<Record<string, unknown>>} environment
 * @returns {string[]}
 */
export function unknownVariables(environment) {
  return Object.entries(environment)
    .filter(([name]) => name.startsWith(PREFIX) && !isKnown(name) && !foreign.test(name))
    .filter(([, value]) => !/^(tcp|udp):\/\//.test(String(value)))
    .map(([name]) => unknownName(name));
}

/** The fault of an unknown name, with the nearest one when there is such. @param {string} name */
export function unknownName(name) {
  const wanted = name.toUpperCase();
  const candidates = [...Object.keys(allSettings), ...secretFiles.keys()];
  const near = candidates
    .map((known) => ({ known, steps: Math.min(...spellings(known).map((spelling) => distance(wanted, spelling))) }))
    .reduce((best, each) => (each.steps < best.steps ? each : best));
  return `${name}: no such setting${near.steps <= 4 ? `; did you mean ${near.known}?` : ''}`;
}

/** A name may have been written without its prefix. @param {string} known */
const spellings = (known) => [known, known.replace(/^SWITCHYARD_(RUNNER_)?/, '')];

/**
 * Characters to add, remove or replace until one text is the other (Levenshtein).
 * @param {string} one
 * @param {string} other
 */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (character === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
