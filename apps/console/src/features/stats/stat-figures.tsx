import { useTranslation } from 'react-i18next';
import { useLocale } from '../../lib/use-locale.js';
import { type Bucket, type Result, totalOf } from './stat-buckets.js';
import { tones } from './stat-words.js';

/** The sums of a range, with their shares. */
export function StatFigures({ counts, shown }: { counts: Bucket['counts']; shown: readonly Result[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const total = totalOf({ counts });
  const number = new Intl.NumberFormat(locale);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <dl className="sy-stats-figures">
      <div>
        <dt>{t('stats.tasks')}</dt>
        <dd>{number.format(total)}</dd>
      </div>
      {shown.map((result) => (
        <div key={result} data-tone={tones[result]}>
          <dt>
            <i aria-hidden />
            {t(`stats.${result}`)}
          </dt>
          <dd>
            {number.format(counts[result])} <small>{share.format(total === 0 ? 0 : counts[result] / total)}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
