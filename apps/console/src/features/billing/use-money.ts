import { useLocale } from '../../lib/use-locale.js';

/** Words for US dollars, cents only where there are some. */
export function useMoney(): (cents: number) => string {
  const locale = useLocale();
  return (cents) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
    }).format(cents / 100);
}
