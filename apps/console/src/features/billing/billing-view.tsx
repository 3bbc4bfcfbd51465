import type { BillingProject } from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetBillingQuery } from '../../api/billing-api.js';
import { LoadingRows } from '../../components/data-table/loading-rows.js';
import { LoadFailure } from '../../components/feedback/load-failure.js';
import { fullMomentText } from '../../lib/moment-text.js';
import { useLocale } from '../../lib/use-locale.js';
import { LicenseKey } from './license-key.js';
import { PaymentDialog } from './payment-dialog.js';
import { PaymentList } from './payment-list.js';
import { centsOf } from './tier-card.js';
import { TierCards } from './tier-cards.js';
import { Usage } from './usage.js';
import { useMoney } from './use-money.js';
import './billing.css';
import { useCoupon } from './use-payment.js';

/** Balance, and when the plan goes on or ends. */
function Account({ billing }: { billing: BillingProject }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const money = useMoney();
  const [paying, setPaying] = useState(false);
  const { planFinishDate, planCanceled, trial, balance } = billing;
  const finish = fullMomentText(planFinishDate, locale);
  return (
    <section className="bi-box" aria-labelledby="billing-balance">
      <h2 id="billing-balance">{t('billing.balance')}</h2>
      <p className="bi-price sy-num">{money(centsOf(balance))}</p>
      {planFinishDate !== null && (
        <p className="sy-text2">
          {planCanceled
            ? t('billing.ends', { date: finish })
            : trial
              ? t('billing.trialEnds', { date: finish })
              : t('billing.renews', { date: finish })}
        </p>
      )}
      <Button onClick={() => setPaying(true)}>{t('billing.topUp')}</Button>
      {paying && <PaymentDialog billing={billing} wish={null} onClosed={() => setPaying(false)} />}
    </section>
  );
}

/** Tier, balance, usage and payments of a project. */
export function BillingView({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { currentData: billing, error, refetch } = useGetBillingQuery({ projectId, coupon: useCoupon() });
  if (billing === undefined) {
    return error === undefined ? <LoadingRows /> : <LoadFailure error={error} onRetry={() => void refetch()} />;
  }
  const { graceUntil, licenseKey, type } = billing;
  return (
    <div className="bi-view">
      {graceUntil !== null && (
        <Alert type="warning" showIcon title={t('billing.grace', { date: fullMomentText(graceUntil, locale) })} />
      )}
      <TierCards billing={billing} />
      <div className="bi-boxes">
        <Account billing={billing} />
        {type !== 'premium' && <Usage billing={billing} />}
        {licenseKey !== null && <LicenseKey billing={billing} value={licenseKey} />}
      </div>
      <PaymentList projectId={projectId} />
    </div>
  );
}
