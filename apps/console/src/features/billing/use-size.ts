import { useLocale } from '../../lib/use-locale.js';

const MEGABYTES_PER_GIGABYTE = 1_000;

/** Words for megabytes; a thousand and more are gigabytes. */
export function useSize(): (megabytes: number) => string {
  const locale = useLocale();
  return (megabytes) => {
    const isLarge = megabytes >= MEGABYTES_PER_GIGABYTE;
    const unit = isLarge ? 'gigabyte' : 'megabyte';
    const value = isLarge ? megabytes / MEGABYTES_PER_GIGABYTE : megabytes;
    return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
  };
}
