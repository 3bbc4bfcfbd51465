/** The one PostgreSQL notification channel; ours are addressed inside of it, so a subscription needs no round trip. */
export const postgresChannel = 'switchyard_bus';

/**
 * `<place in the batch, base 36> <parcel>`. PostgreSQL folds equal notifications of one transaction into one; the place
 * keeps them apart.
 */
export const notification = (parcel: string, place: number): string => `${place.toString(36)} ${parcel}`;

/** Where the parcel begins in a notification. */
export const parcelStart = (text: string): number => text.indexOf(' ') + 1;
