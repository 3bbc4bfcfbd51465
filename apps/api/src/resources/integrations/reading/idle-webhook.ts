import { type Problem, problem } from '@switchyard/contracts';
import { memberAt } from './document-members.js';
import { pushedMessage } from './pushed-commit.js';
import type { WebhookPayload } from './webhook-payload.js';

/** Headers in which forges name the event. */
const EVENTS = ['x-github-event', 'x-gitea-event', 'x-forgejo-event', 'x-gogs-event', 'x-event-key'];
const PINGS: ReadonlySet<string> = new Set(['ping', 'diagnostics:ping']);
const DELETION = 'delete';

/** The commit of a reference that is gone, as forges write it. */
const NO_COMMIT = /^0{40}(0{24})?$/;

/**
 * Why a webhook starts nothing, whatever its matchers say: it only tries the address, reports a branch or tag that is gone, or the
 * commit that was pushed asks for it. `null` = none of them.
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
  if (events.includes(DELETION) || tellsOfDeletion(document)) {
    return problem('webhook_deleted');
  }
  const skip = SKIP.exec(pushedMessage(document))?.[0];
  return skip === undefined ? null : problem('webhook_skipped', { words: skip.toLowerCase() });
}

function tellsOfDeletion(document: unknown): boolean {
  const after = memberAt(document, 'after');
  const changes = memberAt(document, 'push', 'changes');
  const updates = memberAt(document, 'resource', 'refUpdates');
  return (
    (typeof memberAt(document, 'ref') === 'string' && memberAt(document, 'deleted') === true) ||
    isGone(after) ||
    (Array.isArray(updates) &&
      updates.length > 0 &&
      updates.every((update) => isGone(memberAt(update, 'newObjectId')))) ||
    (Array.isArray(changes) && changes.length > 0 && changes.every((change) => memberAt(change, 'new') === null))
  );
}

/**
 * Marks in the message of a commit that ask forges to start nothing.
 * @see https://docs.github.com/en/actions/how-tos/manage-workflow-runs/skip-workflow-runs
 * @see https://docs.gitlab.com/ci/pipelines/#skip-a-pipeline
 */
const SKIP = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/i;

const isGone = (commit: unknown): boolean => typeof commit === 'string' && NO_COMMIT.test(commit);
