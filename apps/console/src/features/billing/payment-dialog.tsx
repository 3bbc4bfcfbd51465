import {
  type BillingProject,
  couponDiscount,
  type GatewayName,
  isOpenPayment,
  type Payment,
  type TierChange,
  tierOf,
  topUpRange,
} from '@switchyard/contracts';
import { Alert, Button, Radio, Slider } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialogs/dialog.js';
import { centsOf } from './tier-card.js';
import { useMoney } from './use-money.js';
import { useCoupon, usePayment } from './use-payment.js';
import { problemWords } from '../../lib/problem-words.js';

/** The coupon that this browser keeps, as long as it may be redeemed, and what it takes off. */
function CouponNote({ percent, discount }: { percent: number | null; discount: number }) {
  const { t } = useTranslation();
  const coupon = useCoupon();
  if (coupon === null) {
    return null;
  }
  return percent === null ? (
    <Alert type="warning" showIcon title={problemWords({ code: 'coupon_unknown', params: {} }, t)} />
  ) : (
    <>
      <p className="sy-text2">{t('billing.coupon', { coupon })}</p>
      <Discount cents={discount} />
    </>
  );
}

/** Discount of the coupon on the price of a payment. */
function Discount({ cents }: { cents: number }) {
  const { t } = useTranslation();
  const money = useMoney();
  return <p className="sy-text2">{t('billing.discount', { amount: money(cents) })}</p>;
}

/** How far a payment has come. */
function PaymentNote({ payment, isTopUp }: { payment: Payment; isTopUp: boolean }) {
  const { t } = useTranslation();
  if (isOpenPayment(payment.state)) {
    return <Alert type="info" showIcon title={t('billing.awaiting')} description={t('billing.awaitingText')} />;
  }
  return payment.state === 'paid' ? (
    <Alert type="success" showIcon title={isTopUp ? t('billing.toppedUp') : t('billing.success')} />
  ) : (
    <Alert type="error" showIcon title={t('billing.failed')} />
  );
}

function PaymentProgress({ payment, isTopUp }: { payment: Payment; isTopUp: boolean }) {
  return (
    <>
      <PaymentNote payment={payment} isTopUp={isTopUp} />
      {payment.discount > 0 && <Discount cents={centsOf(payment.discount)} />}
    </>
  );
}

interface AmountProps {
  range: { min: number; max: number; step: number };
  cents: number;
  onChange: (cents: number) => void;
}

/** The slider; of one possible amount there is nothing to choose. */
function Amount({ range, cents, onChange }: AmountProps) {
  const { t } = useTranslation();
  const money = useMoney();
  return (
    <div className="bi-amount">
      <div className="bi-head">
        <span>{t('billing.amount')}</span>
        <strong className="sy-num">{money(cents)}</strong>
      </div>
      {range.min < range.max && (
        <Slider
          ariaLabelForHandle={t('billing.amount')}
          {...range}
          value={cents}
          onChange={onChange}
          tooltip={{ formatter: (value) => money(value ?? 0) }}
        />
      )}
    </div>
  );
}

interface GatewayChoiceProps {
  names: readonly GatewayName[];
  value: GatewayName | undefined;
  onChange: (name: GatewayName) => void;
}

function GatewayChoice({ names, value, onChange }: GatewayChoiceProps) {
  const { t } = useTranslation();
  const label = useId();
  if (names.length === 0) {
    return <Alert type="warning" showIcon title={t('billing.noGateway')} />;
  }
  return (
    <div>
      <p id={label}>{t('billing.gateway')}</p>
      <Radio.Group
        aria-labelledby={label}
        value={value}
        onChange={(event) => onChange(event.target.value as GatewayName)}
        options={names.map((name) => ({ value: name, label: t(`billing.gateways.${name}`) }))}
      />
    </div>
  );
}

interface PaymentDialogProps {
  billing: BillingProject;
  /** The plan that begins when it is paid; null = the balance grows. */
  wish: TierChange | null;
  onClosed: () => void;
}

/** Takes an amount, opens the page of the gateway, and follows the payment. */
export function PaymentDialog({ billing, wish, onClosed }: PaymentDialogProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const [open, setOpen] = useState(true);
  const [range] = useState(() =>
    topUpRange(tierOf(wish?.plan ?? billing.plan), wish?.annual ?? billing.annual, centsOf(billing.balance)),
  );
  const [cents, setCents] = useState(range?.min ?? 0);
  const [gateway, setGateway] = useState(billing.gateways[0]);
  const { payment, busy, pay } = usePayment(billing, wish);
  const { couponPercent: percent } = billing;
  const discount = percent === null ? 0 : couponDiscount(cents, percent);
  const close = (): void => setOpen(false);
  const title = wish ? t('billing.payFor', { plan: t(`billing.names.${wish.plan}`) }) : t('billing.topUp');
  return (
    <Dialog
      open={open}
      width={440}
      title={title}
      onClose={close}
      afterClose={onClosed}
      footer={
        <>
          <Button onClick={close}>{payment === null ? t('common.cancel') : t('common.close')}</Button>
          {payment === null && range !== null && gateway !== undefined && (
            <Button type="primary" loading={busy} onClick={() => void pay(cents, gateway)}>
              {t('billing.pay', { price: money(cents - discount) })}
            </Button>
          )}
          {payment !== null && payment.hostedUrl !== null && (
            <Button type="primary" href={payment.hostedUrl} target="_blank" rel="noreferrer">
              {t('billing.paymentPage')}
            </Button>
          )}
        </>
      }
    >
      {payment !== null && <PaymentProgress payment={payment} isTopUp={wish === null} />}
      {payment === null && range !== null && (
        <>
          <Amount range={range} cents={cents} onChange={setCents} />
          <GatewayChoice names={billing.gateways} value={gateway} onChange={setGateway} />
          {billing.couponOpen && <CouponNote percent={percent} discount={discount} />}
        </>
      )}
    </Dialog>
  );
}
