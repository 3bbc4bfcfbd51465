import { createHmac } from 'node:crypto';
import { NotificationHeader } from '@switchyard/contracts';
import { type OutboundAnswer, type OutboundClient, OutboundError, type OutboundRequest } from '@switchyard/server';
import type { Outcome } from './message-sender.js';

/**
 * Sends a request and judges the answer by {@link outcomeOf}; no answer is an outcome too.
 * @param accepts false for an answer that reports a fault with a status of success
 */
export async function sendHttp(
  client: OutboundClient,
  request: OutboundRequest,
  accepts: (answer: OutboundAnswer) => boolean = () => true,
): Promise<Outcome> {
  try {
    const answer = await client.send(request);
    const outcome = outcomeOf(answer);
    return outcome.result === 'delivered' && !accepts(answer) ? { ...outcome, ...REJECTED } : outcome;
  } catch (error) {
    if (error instanceof OutboundError) {
      return outcomeOfFault(error);
    }
    throw error;
  }
}

/** There was no answer, or none that helps: another try may. */
export function outcomeOfFault(fault: OutboundError | Pick<OutboundAnswer, 'status' | 'headers'>): Outcome {
  if (fault instanceof OutboundError) {
    return { result: 'retry', status: null, error: fault.fault, target: 'unavailable' };
  }
  const outcome = outcomeOf(fault);
  return { ...outcome, ...(outcome.result === 'delivered' ? REJECTED : { result: 'retry' }) };
}

/** The receiver understood and refused; another try may succeed when people changed something there. */
const REJECTED = { result: 'retry', error: 'rejected' } as const;
/** Statuses of a server that is unavailable as a whole, besides 5xx: time-out, too many requests. */
const UNAVAILABLE = [408, 429];
/** The address is gone for good. */
const GONE = 410;

/**
 * Any 2xx accepts. 410 means that the receiver wants nothing more; every other status may change when the receiver is
 * repaired, so it is tried again.
 */
export function outcomeOf({ status, headers }: Pick<OutboundAnswer, 'status' | 'headers'>): Outcome {
  if (status >= 200 && status < 300) {
    return { result: 'delivered', status, error: null, target: 'available' };
  }
  const isUnavailable = status >= 500 || UNAVAILABLE.includes(status);
  const seconds = retryAfterSeconds(headers['retry-after']);
  return {
    result: status === GONE ? 'dead' : 'retry',
    status,
    error: status >= 300 && status < 400 ? 'redirected' : 'http_status',
    target: isUnavailable ? 'unavailable' : 'available',
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  };
}

/** Seconds of the header `Retry-After`, which holds seconds or a date; undefined when it holds neither. */
function retryAfterSeconds(text = ''): number | undefined {
  if (/^\d{1,9}$/.test(text)) {
    return Number(text);
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max((date - Date.now()) / 1000, 0);
}

/** A POST of JSON, signed as {@link NotificationHeader} defines it. */
export function signedPost(
  url: string,
  payload: object,
  { id, secret }: { id: string; secret: string },
): OutboundRequest {
  const body = JSON.stringify(payload);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    [NotificationHeader.timestamp]: timestamp,
    [NotificationHeader.signature]: `sha256=${signature}`,
    [NotificationHeader.delivery]: id,
  };
  return { url, method: 'POST', body, headers };
}
