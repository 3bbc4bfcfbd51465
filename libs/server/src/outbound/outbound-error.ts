import { deliveryErrorText } from '@switchyard/contracts';

/** Why a request got no answer. */
export type OutboundFault =
  | 'address'
  | 'refused'
  | 'unknown_host'
  | 'unreachable'
  | 'certificate'
  | 'too_slow'
  | 'too_large'
  | 'no_http';

/** A request got no answer. The message is for people and holds nothing of address or answer. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(readonly fault: OutboundFault) {
    super(deliveryErrorText(fault));
  }
}

/** The fault behind an error of Node's network, TLS or HTTP code. */
export function faultOf(code: string | undefined): OutboundFault {
  if (code === undefined) {
    return 'unreachable';
  }
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA'].includes(code)) {
    return 'unknown_host';
  }
  if (code.startsWith('HPE_')) {
    return 'no_http';
  }
  return /CERT|SIGNATURE|ERR_TLS/.test(code) ? 'certificate' : 'unreachable';
}
