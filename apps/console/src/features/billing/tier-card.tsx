import { type BillingProject, cardAction, type CardStep, type Tier, priceOf } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSize } from '../../lib/use-size.js';
import { useMoney } from './use-money.js';
import { DemoGate } from '../../components/session/demo-gate.js';

/** The balance in cents, which is sent in dollars. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100);

/** Contents of the tier, line by line; a subscription without a licence holds nothing. */
function Contents({ tier, isSubscription }: { tier: Tier; isSubscription: boolean }) {
  const { t } = useTranslation();
  const size = useSize();
  const { cacheMegabytes, minutes, users, isLicence } = tier;
  if (isSubscription && !isLicence) {
    return null;
  }
  const lines = isLicence
    ? [t('billing.users', { count: users ?? 0 }), t('billing.freeUsers')]
    : [
        cacheMegabytes === null ? t('billing.cacheUnlimited') : t('billing.cache', { size: size(cacheMegabytes) }),
        minutes === null ? t('billing.minutesUnlimited') : t('billing.minutes', { count: minutes }),
        ...(users === null ? [] : [t('billing.users', { count: users })]),
      ];
  return (
    <ul className="bi-contents">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface TierCardProps {
  tier: Tier;
  annual: boolean;
  billing: BillingProject;
  busy: boolean;
  onAct: (tier: Tier, step: CardStep, ends: boolean) => void;
}

/** A tier with its price and its one button. */
export function TierCard({ tier, annual, billing, busy, onAct }: TierCardProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const { plan: own, annual: isAnnual, planCanceled: isCanceled, freeTrialAvailable: hasTrial, balance } = billing;
  const state = { tier: own, annual: isAnnual, isCanceled, hasTrial, balanceCents: centsOf(balance) };
  const action = cardAction(tier, annual, state);
  const price = priceOf(tier, annual) ?? tier.monthlyCents;
  const isOwn = tier.id === own;
  const name = t(`billing.names.${tier.id}`);
  return (
    <section className="bi-card" data-own={isOwn} aria-label={name}>
      <div className="bi-card-head">
        <h3>{name}</h3>
        {isOwn && <span className="bi-chip">{t('billing.current')}</span>}
      </div>
      <p className="bi-price">
        {annual ? t('billing.perYear', { price: money(price) }) : t('billing.perMonth', { price: money(price) })}
      </p>
      <Contents tier={tier} isSubscription={billing.type === 'premium'} />
      {action !== null && (
        <DemoGate>
          <Button
            type={isOwn ? 'default' : 'primary'}
            {...(busy && { disabled: true })}
            onClick={() => onAct(tier, action.step, action.title === 'cancel')}
          >
            {t(`billing.actions.${action.title}`)}
          </Button>
        </DemoGate>
      )}
    </section>
  );
}
