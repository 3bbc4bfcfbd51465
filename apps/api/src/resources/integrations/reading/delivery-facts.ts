/** Headers in which senders name a delivery, the first that is there; the others repeat it or are less exact. */
const KEYS = [
  'x-github-delivery',
  'x-gitea-delivery',
  'x-gogs-delivery',
  'idempotency-key',
  'x-gitlab-event-uuid',
  'x-request-uuid',
  'webhook-id',
  'x-delivery-id',
];
/** Headers in which senders name the event. */
const EVENTS = ['x-github-event', 'x-gitea-event', 'x-gogs-event', 'x-gitlab-event', 'x-event-key', 'x-event-type'];
const MAX_KEY = 255;
const MAX_EVENT = 100;

type Headers = ReadonlyMap<string, string>;

const first = (headers: Headers, names: readonly string[]): string | undefined =>
  names.map((name) => headers.get(name)).find((value) => value !== undefined && value !== '');

/** The sender's id of the delivery; `null` = it gave none that is visible ASCII of at most 255 characters. */
export function deliveryKeyOf(headers: Headers): string | null {
  const key = first(headers, KEYS);
  return key !== undefined && key.length <= MAX_KEY && /^[\x21-\x7e]+$/.test(key) ? key : null;
}

/** The event as the sender names it; `''` = it names none. */
export const eventOf = (headers: Headers): string =>
  (first(headers, EVENTS) ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, MAX_EVENT);
