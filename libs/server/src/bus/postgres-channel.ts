/** The one PostgreSQL notification channel; ours are addressed inside of it, so a subscription needs no round trip. */
export const postgresChannel = 'switchyard_bus';

/**
 * `<place in the batch, base 36> <packet>`. PostgreSQL folds equal notifications of one transaction into one; the place
 * keeps them apart.
 */
export const notification = (packet: string, place: number): string => `${place.toString(36)} ${packet}`;

/** Where the packet begins in a notification. */
export const packetStart = (text: string): number => text.indexOf(' ') + 1;
