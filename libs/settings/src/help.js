import { startSettings } from './catalogue.js';
import { secretFiles } from './names.js';

/** @typedef {import('./catalogue.js').Catalogue} Catalogue */
/** @typedef {import('./catalogue.js').Setting} Setting */

/** The text of `npm start -- --help`, which a checkout prints that nothing is installed in yet. */
export const startHelp = () => `Usage: npm start -- [options]

Starts Switchyard on this machine: database, api, dispatcher and local runners.

Settings. A flag wins over the environment variable, the variable over the same key in the file of --config (YAML or JSON).

${settingsHelp(startSettings)}
  --help
      this text
`;

/**
 * The settings of a program for its `--help`, two lines each, those with a flag first.
 * @param {Catalogue} settings
 */
export function settingsHelp(settings) {
  const entries = Object.entries(settings);
  return [...entries.filter(([, { flag }]) => flag), ...entries.filter(([, { flag }]) => !flag)]
    .map(([name, setting]) => `${heading(name, setting)}\n      ${explanation(setting)}`)
    .join('\n');
}

/**
 * @param {string} name
 * @param {Setting} setting
 */
function heading(name, { flag, fileFlag, value = '', secret }) {
  const option = flag ? `--${flag} ${value}`.trim() : fileFlag ? `--${fileFlag} FILE` : '';
  const variable = secret && secretFiles.has(`${name}_FILE`) ? `${name} or ${name}_FILE` : name;
  return option ? `  ${option.padEnd(34)}${variable}` : `  ${variable}`;
}

/** @param {Setting} setting */
function explanation(setting) {
  const fallback = defaultOf(setting);
  return fallback === undefined ? setting.meaning : `${setting.meaning} (${fallback})`;
}

/**
 * Returns the default of a setting, in words; undefined when it has none.
 * @param {Setting} setting
 */
function defaultOf({ default: fallback, defaultText, required }) {
  return defaultText ?? (fallback || (required ? 'must be set' : undefined));
}
