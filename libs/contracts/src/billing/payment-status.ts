import { z } from 'zod';

export const PaymentStatus = z.enum(['new', 'pending', 'paid', 'failed', 'refunded']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/**
 * Which states may follow which. Callbacks come late and in any order: a failed try may be followed by one that pays, and
 * what was refunded before its payment was reported stays refunded.
 */
export const PAYMENT_MOVES: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  new: ['pending', 'paid', 'failed', 'refunded'],
  pending: ['paid', 'failed', 'refunded'],
  failed: ['paid', 'refunded'],
  paid: ['refunded'],
  refunded: [],
};

/** Whether a report of the gateway changes anything; a repeated or outdated one does not. */
export const isPaymentMove = (from: PaymentStatus, to: PaymentStatus): boolean => PAYMENT_MOVES[from].includes(to);

/** The gateway has yet to decide. */
export const isOpenPayment = (state: PaymentStatus): boolean => state === 'new' || state === 'pending';
