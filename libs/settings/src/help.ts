import type { Catalogue, Setting } from './catalogue.js';
import { secretFiles } from './names.js';

/** What a setting is without being set, in words; undefined when that is nothing. */
function defaultOf({ default: fallback, defaultText, required }: Setting): string | undefined {
  return defaultText ?? (fallback || (required ? 'must be set' : undefined));
}

/**
 * The settings of a program for its `--help`, two lines each, those with a flag first.
 */
export function settingsHelp(settings: Catalogue): string {
  const entries = Object.entries(settings);
  return [...entries.filter(([, { flag }]) => flag), ...entries.filter(([, { flag }]) => !flag)]
    .map(([name, setting]) => `${heading(name, setting)}\n      ${explanation(setting)}`)
    .join('\n');
}

function heading(name: string, { flag, fileFlag, value = '', secret }: Setting): string {
  const option = flag ? `--${flag} ${value}`.trim() : fileFlag ? `--${fileFlag} FILE` : '';
  const variable = secret && secretFiles.has(`${name}_FILE`) ? `${name} or ${name}_FILE` : name;
  return option ? `  ${option.padEnd(34)}${variable}` : `  ${variable}`;
}

function explanation(setting: Setting): string {
  const fallback = defaultOf(setting);
  return fallback === undefined ? setting.meaning : `${setting.meaning} (${fallback})`;
}
