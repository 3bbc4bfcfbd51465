import { type BillingProject, EXTRA_MINUTE_CENTS, tierOf, WARNED_PART } from '@switchyard/contracts';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { fullMomentText } from '../../lib/moment-text.js';
import { useLocale } from '../../lib/use-locale.js';
import { useMoney } from './use-money.js';
import { useSize } from '../../lib/use-size.js';

interface MeterProps {
  label: string;
  used: number;
  limit: number | null;
  /** Words for an amount. */
  words: (amount: number) => string;
}

/** A bar that warns before the end; without a limit there is only the amount. */
function Meter({ label, used, limit, words }: MeterProps) {
  const { t } = useTranslation();
  const part = limit === null ? 0 : used / limit;
  const note = part >= 1 ? t('billing.usedUp') : part >= WARNED_PART ? t('billing.warned') : null;
  const tone = part >= 1 ? 'red' : part >= WARNED_PART ? 'gold' : 'green';
  return (
    <div className="bi-meter">
      <div className="bi-head">
        <span>{label}</span>
        <span className="sy-num">
          {limit === null ? words(used) : t('billing.usedOf', { used: words(used), limit: words(limit) })}
        </span>
      </div>
      {limit !== null && (
        <Progress
          aria-label={label}
          percent={Math.min(100, part * 100)}
          showInfo={false}
          strokeColor={`var(--sy-tone-${tone}-fill)`}
        />
      )}
      {note !== null && (
        <p className="bi-note" data-tone={tone}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Usage of the project in this month. */
export function Usage({ billing }: { billing: BillingProject }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const money = useMoney();
  const size = useSize();
  const { minutes, cacheMegabytes } = tierOf(billing.plan);
  const minutesText = (amount: number): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', maximumFractionDigits: 0 }).format(
      Math.floor(amount),
    );
  return (
    <section className="bi-box" aria-labelledby="billing-usage">
      <h2 id="billing-usage">{t('billing.usage')}</h2>
      <Meter label={t('billing.runnerTime')} used={billing.runnerUsage / 60} limit={minutes} words={minutesText} />
      <Meter label={t('billing.diskUsage')} used={billing.diskUsage} limit={cacheMegabytes} words={size} />
      <p className="sy-text2">{t('billing.usageUntil', { date: fullMomentText(billing.usageUntil, locale) })}</p>
      {minutes !== null && (
        <p className="sy-text2">{t('billing.extraMinutes', { price: money(EXTRA_MINUTE_CENTS) })}</p>
      )}
    </section>
  );
}
