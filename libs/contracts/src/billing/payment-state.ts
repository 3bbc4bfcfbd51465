import { z } from 'zod';

export const PaymentState = z.enum(['new', 'pending', 'paid', 'failed', 'refunded']);
export type PaymentState = z.infer<typeof PaymentState>;

/**
 * Which states may follow which. Callbacks come late and in any order: a failed try may be followed by one that pays, and
 * what was refunded before its payment was reported stays refunded.
 */
export const PAYMENT_MOVES: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  new: ['pending', 'paid', 'failed', 'refunded'],
  pending: ['paid', 'failed', 'refunded'],
  failed: ['paid', 'refunded'],
  paid: ['refunded'],
  refunded: [],
};

/** Whether a report of the gateway changes anything; a repeated or outdated one does not. */
export const isPaymentMove = (from: PaymentState, to: PaymentState): boolean => PAYMENT_MOVES[from].includes(to);

/** The gateway has yet to decide. */
export const isOpenPayment = (state: PaymentState): boolean => state === 'new' || state === 'pending';
