import { useLocale } from '../../lib/use-locale.js';

const MEGABYTE = 1_000_000;

/** Writes a number of bytes in the reader's language. */
export function useMegabytes(): (bytes: number) => string {
  const format = new Intl.NumberFormat(useLocale(), { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  return (bytes) => format.format(bytes / MEGABYTE);
}
