import { readFileSync } from 'node:fs';
import { checkedAtStart, startSettings } from './catalogue.js';
import { faultsOfNeeds, faultsOfValues } from './check.js';
import { settingsIn } from './environment.js';
import { readStartFlags } from './flags.js';
import { isKnown, secretFiles, unknownName, unknownVariables } from './names.js';
import { withSecretFiles } from './secret-files.js';

/**
 * Finds the faults of the settings of a checkout that nothing is installed in yet, all at once: unknown names, files that
 * cannot be read, values that cannot be used. Of a YAML file it takes the lines `NAME: value` with a plain value; the
 * programs read the file whole.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {readonly string[]} [startArguments] options of `npm start`
 * @returns {string[]}
 */
export function preflight(environment, startArguments = []) {
  const flags = readStartFlags(startArguments, startSettings);
  if ('fault' in flags) {
    return [flags.fault];
  }
  if (flags.help) {
    return [];
  }
  const faults = unknownVariables(environment);
  const direct = { ...settingsIn(environment), ...settingsIn(flags.texts) };
  const lines = fileLines(direct['SWITCHYARD_CONFIG'], faults);
  const names = lines.map(({ name }) => secretFiles.get(name) ?? name);
  const texts = {
    ...withSecretFiles(Object.fromEntries(lines.flatMap(({ name, text }) => (text ? [[name, text]] : []))), faults),
    ...withSecretFiles(direct, faults),
  };
  const isSet = (/** @type {string} */ name) => Object.hasOwn(texts, name) || names.includes(name);
  return [...faults, ...faultsOfValues(checkedAtStart, texts), ...faultsOfNeeds(checkedAtStart, texts, isSet)];
}

/**
 * The settings in a file; without their text where that takes a parser.
 * @param {string | undefined} path
 * @param {string[]} faults
 */
function fileLines(path, faults) {
  const lines = path === undefined ? [] : linesOf(readText(path, faults));
  const unknown = lines.filter(({ name }) => !isKnown(name));
  faults.push(...unknown.map(({ name }) => `${unknownName(name)} (in ${path})`));
  return lines.filter(({ name }) => isKnown(name));
}

/**
 * @param {string} path
 * @param {string[]} faults
 */
function readText(path, faults) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    faults.push(`SWITCHYARD_CONFIG: ${path} cannot be read: ${/** @type {Error} */ (error).message}`);
    return '';
  }
}

/**
 * @param {string} content
 * @returns {{ name: string, text?: string | undefined }[]}
 */
function linesOf(content) {
  if (content.trimStart().startsWith('{')) {
    return jsonLines(content);
  }
  return content.split(/\r?\n/).flatMap((line) => {
    const { name, value = '' } = /^(?<name>[A-Za-z_]\w*)\s*:(?:\s+(?<value>.*))?$/.exec(line)?.groups ?? {};
    return name === undefined ? [] : [{ name, text: isPlain(value.trim()) ? value.trim() : undefined }];
  });
}

/** @param {string} content */
function jsonLines(content) {
  try {
    const entries = Object.entries(JSON.parse(content));
    return entries.map(([name, value]) => ({ name, text: typeof value === 'object' ? undefined : String(value) }));
  } catch {
    return [];
  }
}

/** True for what YAML takes as it stands. @param {string} value */
const isPlain = (value) => /^[\w./][^#:&*!|>%@`[\]{}]*$/.test(value) && !/^(null|0[xo].*)$/i.test(value);
