import { type BillingProject, type CardStep, type Tier, tiersFor } from '@switchyard/contracts';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeTierMutation } from '../../api/billing-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { PaymentDialog } from './payment-dialog.js';
import { TierCard } from './tier-card.js';
import { SupportDialog } from './support-dialog.js';

/** Dialog that a card has opened. */
interface Opened {
  step: Exclude<CardStep, 'change'>;
  tier: Tier;
}

/** The tiers that the project may have. */
export function TierCards({ billing }: { billing: BillingProject }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const tiers = tiersFor(billing.type);
  const [annual, setAnnual] = useState(billing.annual);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [change, { isLoading }] = useChangeTierMutation();
  const act = async (tier: Tier, step: CardStep, ends: boolean): Promise<void> => {
    if (step !== 'change') {
      setOpened({ step, tier });
      return;
    }
    const answer = await change({ projectId: billing.id, plan: ends ? 'free' : tier.id, annual });
    if (answer.error === undefined) {
      notify.success(t('billing.changed'));
    } else {
      notify.error(answer.error);
    }
  };
  const close = (): void => setOpened(null);
  return (
    <section aria-labelledby="billing-plans">
      <div className="bi-head bi-plans-head">
        <h2 id="billing-plans">{t('billing.plans')}</h2>
        {tiers.some(({ annualCents }) => annualCents !== null) && (
          <Segmented<boolean>
            aria-label={t('billing.period')}
            value={annual}
            onChange={setAnnual}
            options={[
              { value: false, label: t('billing.monthly') },
              { value: true, label: t('billing.annual') },
            ]}
          />
        )}
      </div>
      <div className="bi-cards">
        {tiers.map((tier) => (
          <TierCard
            key={tier.id}
            tier={tier}
            annual={annual && tier.id !== 'free'}
            billing={billing}
            busy={isLoading}
            onAct={(chosen, step, ends) => void act(chosen, step, ends)}
          />
        ))}
      </div>
      {opened?.step === 'payment' && (
        <PaymentDialog billing={billing} wish={{ plan: opened.tier.id, annual }} onClosed={close} />
      )}
      {opened?.step === 'support' && <SupportDialog address={billing.support} onClosed={close} />}
    </section>
  );
}
