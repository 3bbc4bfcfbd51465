import type { BusMessage } from './outbox.js';

/** The one PostgreSQL notification channel; ours are addressed inside of it, so a subscription needs no round trip. */
export const postgresChannel = 'switchyard_bus';

/**
 * `<place in the batch, base 36> <channel> <payload>`. PostgreSQL folds equal notifications of one transaction into one;
 * the place keeps them apart.
 */
export function frame({ channel, payload }: BusMessage, place: number): string {
  return `${place.toString(36)} ${channel} ${payload}`;
}

export function unframe(text: string): BusMessage {
  const channelStart = text.indexOf(' ') + 1;
  const channelEnd = text.indexOf(' ', channelStart);
  return { channel: text.slice(channelStart, channelEnd), payload: text.slice(channelEnd + 1) };
}
