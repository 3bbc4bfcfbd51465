import { useLocale } from './use-locale.js';

const THOUSAND = 1_000;
const BYTES_PER_MEGABYTE = 1_000_000;

/** Words for megabytes; a thousand and more are gigabytes. */
export function useSize(): (megabytes: number) => string {
  const locale = useLocale();
  return (megabytes) => {
    const isLarge = megabytes >= THOUSAND;
    const unit = isLarge ? 'gigabyte' : 'megabyte';
    const value = isLarge ? megabytes / THOUSAND : megabytes;
    return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
  };
}

/** Words for bytes: less than a megabyte in kilobytes, rounded up, so that nothing but nothing is zero. */
export function useBytes(): (bytes: number) => string {
  const locale = useLocale();
  const inMegabytes = useSize();
  return (bytes) =>
    bytes >= BYTES_PER_MEGABYTE
      ? inMegabytes(bytes / BYTES_PER_MEGABYTE)
      : new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte' }).format(Math.ceil(bytes / THOUSAND));
}
