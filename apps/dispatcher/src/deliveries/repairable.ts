import type { DeliveryErrorCode } from '@switchyard/contracts';
import type { Outcome } from './delivery-kind.js';

/** Nothing could be sent. A person can repair that, so it is tried again. */
export const repairable = (error: DeliveryErrorCode): Outcome => ({
  result: 'retry',
  status: null,
  error,
  target: 'unavailable',
});
