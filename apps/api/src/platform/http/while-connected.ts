import type { IncomingMessage } from 'node:http';

/** Works for a caller; the signal is aborted when nobody waits for the answer any more. */
export async function whileConnected<T>(
  { socket }: IncomingMessage,
  work: (hangUp: AbortSignal) => Promise<T>,
): Promise<T> {
  const hangUp = new AbortController();
  const giveUp = (): void => hangUp.abort();
  socket.once('close', giveUp);
  try {
    return await work(hangUp.signal);
  } finally {
    socket.off('close', giveUp);
  }
}
