import { type Mail, type MailClient, MailError } from '@switchyard/server';
import type { Outcome } from '../delivery-kind.js';

/** The mail server is unavailable as a whole (RFC 5321, 3.8). */
const CLOSING = 421;

/** Sends a mail and judges how that ended. What the server refused is tried again, because people may repair it there. */
export async function sendMail(client: MailClient, mail: Mail, signal: AbortSignal): Promise<Outcome> {
  try {
    await unlessAborted(client.send(mail), signal);
    return { result: 'delivered', status: null, error: null, target: 'available' };
  } catch (error) {
    if (!(error instanceof MailError)) {
      throw error;
    }
    const { status } = error;
    const isAway = status === null || status === CLOSING;
    return {
      result: 'retry',
      status,
      error: status === null ? 'unreachable' : 'rejected',
      target: isAway ? 'unavailable' : 'available',
    };
  }
}

/** Does not wait any longer when the process is to end. */
function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new MailError(null, { cause: signal.reason }));
    signal.addEventListener('abort', end, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
