import { refusal } from '../../platform/http/refusals.js';
import { GatewayError } from './payment-gateway.js';

/** 502 when the gateway is to blame; anything else passes unchanged. */
export const gatewayAnswer = (error: unknown): unknown =>
  error instanceof GatewayError ? refusal(502, 'gateway_failed') : error;
