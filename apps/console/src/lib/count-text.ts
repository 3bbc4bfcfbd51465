import { isCount } from '@switchyard/contracts';
import type { FormatterModule } from 'i18next';
import { localeOf } from './locale-of.js';

const formats = new Map<string, Intl.NumberFormat>();

const valueText: FormatterModule['format'] = (value: unknown, _, language = 'en', of) => {
  if (typeof value !== 'number' || !isCount(String(of?.interpolationkey))) {
    return value as string;
  }
  const format = formats.get(language) ?? new Intl.NumberFormat(localeOf(language));
  formats.set(language, format);
  return format.format(value);
};

const nothing = (): undefined => undefined;

/** Groups numbers of things in texts as the language does, such as 12,345. Needs `alwaysFormat`. */
export const countFormatter: FormatterModule = {
  type: 'formatter',
  format: valueText,
  init: nothing,
  add: nothing,
  addCached: nothing,
};
