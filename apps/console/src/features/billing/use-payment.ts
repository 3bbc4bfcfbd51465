import {
  type BillingProject,
  type GatewayName,
  isOpenPayment,
  MAX_COUPON,
  type Payment,
  type TierChange,
} from '@switchyard/contracts';
import { useEffect, useState } from 'react';
import { useCreatePaymentMutation, useRefreshPaymentMutation } from '../../api/billing-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import type { ApiError } from '../../api/api-error.js';
import { readSetting, writeSetting } from '../../lib/local-setting.js';
import { useUrlParams } from '../../lib/use-url-params.js';

/** How often an open payment is read at its gateway, in milliseconds. */
const POLL_MS = 2_000;
const COUPON = 'coupon';

/** The coupon of the address, else the one that this browser keeps of an earlier address. */
export function useCoupon(): string | null {
  const [params] = useUrlParams();
  return params.get(COUPON)?.slice(0, MAX_COUPON) ?? readSetting(COUPON);
}

/** A coupon that does not count is not sent again, so that the payment can be made without it. */
function dropRefusedCoupon(error: Partial<ApiError>): void {
  if (error.issues?.some(({ path }) => path[0] === COUPON)) {
    writeSetting(COUPON, null);
  }
}

/** Opens a payment and follows it until its gateway has decided. */
export function usePayment({ id: projectId, couponPercent }: BillingProject, wish: TierChange | null) {
  const notify = useNotify();
  const coupon = useCoupon();
  const [payment, setPayment] = useState<Payment | null>(null);
  const [create, { isLoading }] = useCreatePaymentMutation();
  const [refresh] = useRefreshPaymentMutation();
  const isOpen = payment !== null && isOpenPayment(payment.state);
  const number = payment?.number;
  useEffect(() => {
    if (!isOpen || number === undefined) {
      return undefined;
    }
    const timer = setInterval(() => {
      void refresh({ projectId, number }).then(({ data }) => data && setPayment(data));
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isOpen, number, projectId, refresh]);
  const pay = async (cents: number, gateway: GatewayName): Promise<void> => {
    const body = {
      currencyAmount: cents / 100,
      currency: 'usd' as const,
      gateway,
      coupon: couponPercent === null ? null : coupon,
      annual: wish?.annual ?? false,
    };
    const answer = await create({ ...body, projectId, ...(wish && { plan: wish.plan }) });
    if (answer.error !== undefined) {
      notify.error(answer.error);
      dropRefusedCoupon(answer.error);
      return;
    }
    setPayment(answer.data);
    window.open(answer.data.hostedUrl ?? undefined, '_blank', 'noopener');
  };
  return { payment, busy: isLoading, pay };
}
