import {
  allSettings,
  apiSettings,
  commandSettings,
  dispatcherSettings,
  runnerSettings,
  stackSettings,
} from './catalogue.js';
import { secretFiles } from './names.js';

/** @typedef {import('./catalogue.js').Catalogue} Catalogue */
/** @typedef {import('./catalogue.js').Setting} Setting */

/**
 * The tables that stand in READMEs between `<!-- settings: NAME -->` and `<!-- end of settings -->`.
 * @type {ReadonlyMap<string, Catalogue>}
 */
const tables = new Map([
  ['all', allSettings],
  ['local runners', only((_, name) => name.startsWith('SWITCHYARD_LOCAL_'))],
]);

/** @param {(setting: Setting, name: string) => boolean} wanted */
function only(wanted) {
  return Object.fromEntries(Object.entries(allSettings).filter(([name, setting]) => wanted(setting, name)));
}

/** Who reads a setting. @type {[string, object][]} */
const readers = [
  ['npm start', stackSettings],
  ['api', apiSettings],
  ['dispatcher', dispatcherSettings],
  ['set-up', commandSettings],
  ['runner', runnerSettings],
];

const section = /<!-- settings: (?<name>[a-z ]+) -->\n[^]*?<!-- end of settings -->/g;

/** The text of a README with its tables of settings as the catalogue has them. @param {string} text */
export function withTables(text) {
  return text.replaceAll(section, (_, name) => {
    const rows = Object.entries(tables.get(name) ?? {}).map(([setting, entry]) => row(setting, entry));
    return `<!-- settings: ${name} -->\n\n${table([headings, ...rows])}\n\n<!-- end of settings -->`;
  });
}

const headings = ['Setting', 'Default', 'Read by', 'Meaning'];

/**
 * @param {string} name
 * @param {Setting} setting
 */
function row(name, { default: fallback, defaultText, required, meaning, secret }) {
  const readBy = readers.filter(([, settings]) => Object.hasOwn(settings, name)).map(([reader]) => reader);
  const asFile = secret && secretFiles.has(`${name}_FILE`) ? ', `_FILE`' : '';
  const given = defaultText ?? (fallback ? `\`${fallback}\`` : required ? 'must be set' : '');
  return [`\`${name}\`${asFile}`, given, readBy.join(', '), meaning.replaceAll('|', '\\|')];
}

/** Columns of one width, as Prettier has them. @param {string[][]} rows */
function table([head = [], ...body]) {
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((cells) => cells[column]?.length ?? 0)));
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
