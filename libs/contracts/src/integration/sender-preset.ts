import type { HmacAlgorithm, IntegrationAuthMethod } from './integration.js';
import { ExtractedValueInput, MatcherInput } from './matcher.js';
import { type Sender, SENDERS } from '../forge/sender.js';

/** How a forge proves itself, which webhooks are its pushes of branches, and where they name branch and commit. */
export interface SenderPreset {
  auth: { auth_method: IntegrationAuthMethod; auth_header: string; hmac_algorithm: HmacAlgorithm; hmac_prefix: string };
  matchers: readonly MatcherInput[];
  values: readonly ExtractedValueInput[];
}

interface Shape {
  method: IntegrationAuthMethod;
  /** Header of the signature, for `hmac`. */
  signature?: string;
  /** Name of a header, or path into the body, and what is there for a push. */
  event: { header: string; value: string } | { path: string; value: string };
  /** Paths into the body. */
  branch: string;
  commit: string;
  /** Value that distinguishes a branch from a tag; absent = the name of the branch begins with `refs/heads/`. */
  isBranch?: { path: string; value: string };
}

const REF = { branch: 'ref', commit: 'after' } as const;

/**
 * @see https://docs.github.com/en/webhooks/webhook-events-and-payloads#push
 * @see https://docs.gitlab.com/user/project/integrations/webhook_events/#push-events
 * @see https://docs.gitea.com/usage/webhooks, https://forgejo.org/docs/latest/user/webhooks/
 * @see https://gogs.io/docs/features/webhook
 * @see https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/#Push
 * @see https://learn.microsoft.com/en-us/azure/devops/service-hooks/events#git.push
 */
const SHAPES: Readonly<Record<Sender, Shape>> = {
  github: { method: 'github', event: { header: 'X-GitHub-Event', value: 'push' }, ...REF },
  gitlab: { method: 'gitlab', event: { header: 'X-Gitlab-Event', value: 'Push Hook' }, ...REF },
  gitea: { method: 'hmac', signature: 'X-Gitea-Signature', event: { header: 'X-Gitea-Event', value: 'push' }, ...REF },
  gogs: { method: 'hmac', signature: 'X-Gogs-Signature', event: { header: 'X-Gogs-Event', value: 'push' }, ...REF },
  bitbucket: {
    method: 'bitbucket',
    event: { header: 'X-Event-Key', value: 'repo:push' },
    branch: 'push.changes.[0].new.name',
    commit: 'push.changes.[0].new.target.hash',
    isBranch: { path: 'push.changes.[0].new.type', value: 'branch' },
  },
  azure: {
    method: 'basic',
    event: { path: 'eventType', value: 'git.push' },
    branch: 'resource.refUpdates.[0].name',
    commit: 'resource.refUpdates.[0].newObjectId',
  },
};

/** Settings of an integration for one sender: the pushed commit is started, and nothing else. */
export function senderPreset(sender: Sender): SenderPreset {
  const { method, signature = '', event, branch, commit, isBranch } = SHAPES[sender];
  const place = 'header' in event ? { match_type: 'header', key: event.header } : inBody(event.path);
  const ofBranch = isBranch
    ? { ...inBody(isBranch.path), method: 'equals', value: isBranch.value }
    : { ...inBody(branch), method: 'contains', value: 'refs/heads/' };
  return {
    auth: { auth_method: method, auth_header: signature, hmac_algorithm: 'sha256', hmac_prefix: '' },
    matchers: [
      MatcherInput.parse({ name: 'push', ...place, method: 'equals', value: event.value }),
      MatcherInput.parse({ name: 'branch', ...ofBranch }),
    ],
    values: [extracted('branch', branch, 'git_branch'), extracted('commit', commit, 'commit_hash')],
  };
}

/** The forge whose way of proving an integration has; `null` = it has another way. */
export function senderOf({ auth_method: method, auth_header: header }: Auth): Sender | null {
  const isOf = ({ auth_method: own, auth_header: signature }: Auth): boolean =>
    method === own && (signature === '' || header.toLowerCase() === signature.toLowerCase());
  return SENDERS.find((sender) => isOf(senderPreset(sender).auth)) ?? null;
}

type Auth = Pick<SenderPreset['auth'], 'auth_method' | 'auth_header'>;

const inBody = (key: string) => ({ match_type: 'body', body_data_type: 'json', key });

const extracted = (name: string, key: string, variable: string): ExtractedValueInput =>
  ExtractedValueInput.parse({
    name,
    value_source: 'body',
    body_data_type: 'json',
    key,
    variable,
    variable_type: 'task',
  });
