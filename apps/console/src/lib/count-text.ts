import type { FormatterModule } from 'i18next';
import { localeOf } from './locale-of.js';

/** Values of texts that are numbers of things. Ids, codes and lines of a log are numbers too, and stay as they are. */
const COUNTS: ReadonlySet<string | undefined> = new Set([
  ...['count', 'max', 'min', 'added', 'changed', 'removed', 'total', 'done', 'levels'],
  ...['seconds', 'minutes', 'bytes', 'megabytes', 'seats'],
]);

const formats = new Map<string, Intl.NumberFormat>();

const valueText: FormatterModule['format'] = (value: unknown, _, language = 'en', of) => {
  if (typeof value !== 'number' || !COUNTS.has(of?.interpolationkey as string)) {
    return value as string;
  }
  const format = formats.get(language) ?? new Intl.NumberFormat(localeOf(language));
  formats.set(language, format);
  return format.format(value);
};

const nothing = (): undefined => undefined;

/** Groups numbers of things in texts as the language does, such as 12,345. Needs `alwaysFormat`. */
export const countFormatter: FormatterModule = {
  ...{ type: 'formatter', format: valueText },
  ...{ init: nothing, add: nothing, addCached: nothing },
};
