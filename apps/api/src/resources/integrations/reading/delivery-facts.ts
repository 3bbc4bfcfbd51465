import { z } from 'zod';

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

/** How the sender names an event and its delivery. */
export interface NamedDelivery {
  event: string;
  /** `null` = it gave no id that is visible ASCII of at most 255 characters. */
  key: string | null;
}

/**
 * Both as the headers name them; Azure DevOps has them in the body.
 * @see https://learn.microsoft.com/en-us/azure/devops/service-hooks/events (`id`, `eventType`, `publisherId`)
 */
export function namedDelivery(headers: Headers, document?: unknown): NamedDelivery {
  const body = AzureEvent.safeParse(document).data;
  return { event: shownEvent(first(headers, EVENTS) ?? body?.eventType), key: keyOf(first(headers, KEYS) ?? body?.id) };
}

const AzureEvent = z.object({ publisherId: z.string(), eventType: z.string(), id: z.string() });

type Headers = ReadonlyMap<string, string>;

const first = (headers: Headers, names: readonly string[]): string | undefined =>
  names.map((name) => headers.get(name)).find((value) => value !== undefined && value !== '');

const keyOf = (key: string | undefined): string | null =>
  key !== undefined && key.length <= MAX_KEY && /^[\x21-\x7e]+$/.test(key) ? key : null;

const shownEvent = (event = ''): string => event.slice(0, MAX_EVENT).replaceAll(/[^\x20-\x7e]/g, '');
