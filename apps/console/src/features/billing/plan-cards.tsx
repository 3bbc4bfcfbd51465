import { type BillingProject, type CardStep, type Plan, plansFor } from '@switchyard/contracts';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangePlanMutation } from '../../api/billing-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { PaymentDialog } from './payment-dialog.js';
import { PlanCard } from './plan-card.js';
import { SupportDialog } from './support-dialog.js';

/** What a card has opened. */
interface Opened {
  step: Exclude<CardStep, 'change'>;
  plan: Plan;
}

/** The plans that the project may have. */
export function PlanCards({ billing }: { billing: BillingProject }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const plans = plansFor(billing.type);
  const [annual, setAnnual] = useState(billing.annual);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [change, { isLoading }] = useChangePlanMutation();
  const act = async (plan: Plan, step: CardStep, ends: boolean): Promise<void> => {
    if (step !== 'change') {
      setOpened({ step, plan });
      return;
    }
    const answer = await change({ projectId: billing.id, plan: ends ? 'free' : plan.id, annual });
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
        {plans.some(({ annualCents }) => annualCents !== null) && (
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
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            annual={annual && plan.id !== 'free'}
            billing={billing}
            busy={isLoading}
            onAct={(chosen, step, ends) => void act(chosen, step, ends)}
          />
        ))}
      </div>
      {opened?.step === 'payment' && (
        <PaymentDialog billing={billing} wish={{ plan: opened.plan.id, annual }} onClosed={close} />
      )}
      {opened?.step === 'support' && <SupportDialog address={billing.support} onClosed={close} />}
    </section>
  );
}
