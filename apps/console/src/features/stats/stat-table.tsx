import { useTranslation } from 'react-i18next';
import { Dash } from '../../components/display/dash.js';
import { useLocale } from '../../lib/use-locale.js';
import { type Bucket, type Result, totalOf } from './stat-buckets.js';
import { useDayWords } from './stat-words.js';

/** The figures of the chart, newest first; days without tasks are left out. */
export function StatTable({ buckets, shown }: { buckets: readonly Bucket[]; shown: readonly Result[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { long } = useDayWords();
  const number = new Intl.NumberFormat(locale);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const rows = buckets.filter((bucket) => totalOf(bucket) > 0).reverse();
  return (
    <table className="sy-table sy-stats-table" aria-label={t('stats.chart')}>
      <thead>
        <tr>
          <th scope="col">{t('stats.day')}</th>
          {shown.map((result) => (
            <th key={result} scope="col" className="sy-right">
              {t(`stats.${result}`)}
            </th>
          ))}
          <th scope="col" className="sy-right">
            {t('stats.rate')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((bucket) => (
          <tr key={bucket.key}>
            <td>{long(bucket.key)}</td>
            {shown.map((result) => (
              <td key={result} className="sy-right sy-num">
                {bucket.counts[result] === 0 ? <Dash /> : number.format(bucket.counts[result])}
              </td>
            ))}
            <td className="sy-right sy-num">{share.format(bucket.counts.success / totalOf(bucket))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
