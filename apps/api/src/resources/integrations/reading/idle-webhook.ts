import { own, type Problem, problem } from '@switchyard/contracts';
import type { WebhookPayload } from './webhook-payload.js';

/** Headers in which forges name the event. */
const EVENTS = ['x-github-event', 'x-gitea-event', 'x-forgejo-event', 'x-gogs-event', 'x-event-key'];
const PINGS: ReadonlySet<string> = new Set(['ping', 'diagnostics:ping']);
const DELETION = 'delete';

/** The commit of a reference that is gone, as forges write it. */
const NO_COMMIT = /^0{40}(0{24})?$/;

/**
 * Why a webhook starts nothing, whatever its matchers say: it only tries the address, or tells of a branch or tag that is gone.
 * `null` = neither.
 * @see https://docs.github.com/en/webhooks/webhook-events-and-payloads (ping, delete, push with `deleted`)
 * @see https://docs.gitlab.com/user/project/integrations/webhook_events/ (push with `after` of zeros)
 * @see https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/ (push with `new` of null)
 * @see https://learn.microsoft.com/en-us/azure/devops/service-hooks/events (`newObjectId` of zeros)
 */
export function idleWebhook({ headers, document }: Pick<WebhookPayload, 'headers' | 'document'>): Problem | null {
  const events = EVENTS.map((name) => headers.get(name));
  if (events.some((event) => event !== undefined && PINGS.has(event))) {
    return problem('webhook_ping');
  }
  return events.includes(DELETION) || tellsOfDeletion(document) ? problem('webhook_deleted') : null;
}

function tellsOfDeletion(document: unknown): boolean {
  const after = memberOf(document, 'after');
  const changes = memberOf(memberOf(document, 'push'), 'changes');
  const updates = memberOf(memberOf(document, 'resource'), 'refUpdates');
  return (
    (typeof memberOf(document, 'ref') === 'string' && memberOf(document, 'deleted') === true) ||
    isGone(after) ||
    (Array.isArray(updates) &&
      updates.length > 0 &&
      updates.every((update) => isGone(memberOf(update, 'newObjectId')))) ||
    (Array.isArray(changes) && changes.length > 0 && changes.every((change) => memberOf(change, 'new') === null))
  );
}

const isGone = (commit: unknown): boolean => typeof commit === 'string' && NO_COMMIT.test(commit);

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? own(value, name) : undefined;
