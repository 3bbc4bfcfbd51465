import type { PullRequest } from '@switchyard/contracts';
import type { PushedCommit } from '@switchyard/engine';
import { firstText, memberAt } from './document-members.js';
import { forgeAccount } from './forge-account.js';
import { shownCommit, webAddress } from './pushed-commit.js';

/** Most characters of a title and of a branch that are kept. */
const MOST = { title: 200, branch: 255 } as const;
const MAX_NUMBER = 2_147_483_647;

/** A delivery about a pull request: where its head can be fetched in the repository of its target. */
export interface PullDelivery {
  pull: PullRequest;
  /** It was opened, or its head may be another one; `false` = nothing of it is to run. */
  hasNewHead: boolean;
  /** Branch, or whole name of a reference; `null` = the forge offers none for a fork. */
  branch: string | null;
  /** Branch that it is to be merged into. */
  target: string;
  commit: string;
  /** It is merged, or given up. */
  closed: boolean;
  /** Where it was merged; `null` = it is not, or the sender does not say. */
  merged: Merge | null;
  /** When it was changed; `null` = the sender does not say. */
  changed: Date | null;
  /** Commit as its sender shows it. */
  shown: PushedCommit | null;
}

/** The commit of a merge, and the branch it is on. */
export interface Merge {
  commit: string;
  branch: string;
  /** Path of the repository at the forge, in lower case. */
  repository: string | null;
  /** Account of who merged. */
  by: string | null;
}

type Read = (document: unknown, event: string) => Partial<Found> | null;

interface Found extends Omit<PullDelivery, 'pull' | 'shown' | 'changed' | 'merged'> {
  /** Commit of the merge; absent = it is not merged. */
  merge: unknown;
  repository: unknown;
  merger: unknown;
  author: unknown;
  changed: unknown;
  number: unknown;
  title: unknown;
  url: unknown;
  fork: boolean;
  head: unknown;
}

const short = (ref: unknown): string => (typeof ref === 'string' ? ref.replace(/^refs\/heads\//, '') : '');

/**
 * @see https://docs.github.com/en/webhooks/webhook-events-and-payloads#pull_request
 * @see https://docs.gitea.com/usage/webhooks (as GitHub, with the action `synchronized`)
 */
const ofGithub: Read = (document) => {
  const pull = memberAt(document, 'pull_request');
  const [head, base] = [memberAt(pull, 'head'), memberAt(pull, 'base')];
  const number = memberAt(pull, 'number');
  const own = memberAt(base, 'repo', 'id');
  const fork = own === undefined || memberAt(head, 'repo', 'id') !== own;
  const action = memberAt(document, 'action');
  return typeof number !== 'number' || memberAt(head, 'sha') === undefined
    ? null
    : {
        number,
        fork,
        title: memberAt(pull, 'title'),
        url: memberAt(pull, 'html_url'),
        hasNewHead: ['opened', 'reopened', 'synchronize', 'synchronized'].includes(String(action)),
        branch: fork ? `refs/pull/${number}/head` : short(memberAt(head, 'ref')),
        target: short(memberAt(base, 'ref')),
        commit: String(memberAt(head, 'sha')),
        closed: memberAt(pull, 'state') === 'closed' || action === 'closed',
        changed: memberAt(pull, 'updated_at'),
        author: memberAt(pull, 'user'),
        merge: memberAt(pull, 'merged') === true ? memberAt(pull, 'merge_commit_sha') : undefined,
        repository: memberAt(document, 'repository', 'full_name'),
        merger: memberAt(pull, 'merged_by'),
      };
};

/** @see https://docs.gitlab.com/user/project/integrations/webhook_events/#merge-request-events */
const ofGitlab: Read = (document) => {
  const request = memberAt(document, 'object_attributes');
  const number = memberAt(request, 'iid');
  if (memberAt(document, 'object_kind') !== 'merge_request' || typeof number !== 'number') {
    return null;
  }
  const own = memberAt(request, 'target_project_id');
  const fork = own === undefined || memberAt(request, 'source_project_id') !== own;
  const action = memberAt(request, 'action');
  return {
    number,
    fork,
    title: memberAt(request, 'title'),
    url: memberAt(request, 'url'),
    hasNewHead:
      action === 'open' ||
      action === 'reopen' ||
      (action === 'update' && typeof memberAt(request, 'oldrev') === 'string'),
    branch: fork ? `refs/merge-requests/${number}/head` : short(memberAt(request, 'source_branch')),
    target: short(memberAt(request, 'target_branch')),
    commit: String(memberAt(request, 'last_commit', 'id')),
    closed:
      ['closed', 'merged'].includes(String(memberAt(request, 'state'))) || action === 'close' || action === 'merge',
    changed: memberAt(request, 'updated_at'),
    author: { id: memberAt(request, 'author_id') },
    // A merge without a commit of its own brings the head to the branch.
    merge:
      memberAt(request, 'state') === 'merged'
        ? (firstText(memberAt(request, 'merge_commit_sha'), memberAt(request, 'squash_commit_sha')) ??
          memberAt(request, 'last_commit', 'id'))
        : undefined,
    repository: memberAt(document, 'project', 'path_with_namespace'),
    merger: memberAt(document, 'user'),
    head: memberAt(request, 'last_commit'),
  };
};

/** @see https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/#Pull-request-events */
const ofBitbucket: Read = (document, event) => {
  const pull = memberAt(document, 'pullrequest');
  const [source, destination] = [memberAt(pull, 'source'), memberAt(pull, 'destination')];
  const fork =
    memberAt(source, 'repository', 'full_name') !== memberAt(destination, 'repository', 'full_name') ||
    memberAt(destination, 'repository', 'full_name') === undefined;
  return pull === undefined
    ? null
    : {
        number: memberAt(pull, 'id'),
        fork,
        title: memberAt(pull, 'title'),
        url: memberAt(pull, 'links', 'html', 'href'),
        hasNewHead: event === 'pullrequest:created' || event === 'pullrequest:updated',
        branch: fork ? null : short(memberAt(source, 'branch', 'name')),
        target: short(memberAt(destination, 'branch', 'name')),
        commit: String(memberAt(source, 'commit', 'hash')),
        closed: ['MERGED', 'DECLINED', 'SUPERSEDED'].includes(String(memberAt(pull, 'state'))),
        changed: memberAt(pull, 'updated_on'),
        author: memberAt(pull, 'author'),
        merge: memberAt(pull, 'state') === 'MERGED' ? memberAt(pull, 'merge_commit', 'hash') : undefined,
        repository: memberAt(document, 'repository', 'full_name'),
        merger: memberAt(pull, 'closed_by') ?? memberAt(document, 'actor'),
      };
};

/** @see https://learn.microsoft.com/en-us/azure/devops/service-hooks/events#git.pullrequest.created */
const ofAzure: Read = (document, event) => {
  const pull = memberAt(document, 'resource');
  const number = memberAt(pull, 'pullRequestId');
  const page = memberAt(pull, 'repository', 'remoteUrl');
  const fork = typeof memberAt(pull, 'forkSource') === 'object' && memberAt(pull, 'forkSource') !== null;
  return typeof number !== 'number'
    ? null
    : {
        number,
        fork,
        title: memberAt(pull, 'title'),
        url: typeof page === 'string' ? `${page}/pullrequest/${number}` : null,
        hasNewHead:
          (event === 'git.pullrequest.created' || event === 'git.pullrequest.updated') &&
          memberAt(pull, 'status') === 'active',
        branch: fork ? `refs/pull/${number}/merge` : short(memberAt(pull, 'sourceRefName')),
        target: short(memberAt(pull, 'targetRefName')),
        commit: String(memberAt(pull, 'lastMergeSourceCommit', 'commitId')),
        closed: memberAt(pull, 'status') === 'completed' || memberAt(pull, 'status') === 'abandoned',
        changed: memberAt(document, 'createdDate'),
        author: memberAt(pull, 'createdBy'),
        merge: memberAt(pull, 'status') === 'completed' ? memberAt(pull, 'lastMergeCommit', 'commitId') : undefined,
        repository: pathOf(page),
        merger: memberAt(pull, 'closedBy'),
      };
};

/** The pull request that a delivery is about; `null` = about none that can be read. */
export function pullDelivery(document: unknown, event: string): PullDelivery | null {
  for (const read of [ofGithub, ofGitlab, ofBitbucket, ofAzure]) {
    const found = read(document, event);
    if (found) {
      return bounded(found as Found);
    }
  }
  return null;
}

function bounded({
  number,
  title,
  url,
  fork,
  head,
  author,
  changed,
  merge,
  repository,
  merger,
  ...found
}: Found): PullDelivery | null {
  const isWhole =
    typeof number === 'number' &&
    Number.isInteger(number) &&
    number >= 1 &&
    number <= MAX_NUMBER &&
    COMMIT.test(found.commit) &&
    found.branch !== '' &&
    (found.branch ?? '').length <= MOST.branch;
  const account = forgeAccount(author);
  return isWhole
    ? {
        ...found,
        changed: timeOf(changed),
        merged: mergeOf(merge, found.target, repository, merger),
        pull: {
          number,
          fork,
          title: (firstText(title) ?? '').slice(0, MOST.title),
          url: webAddress(firstText(url)),
          ...(account && { author: account }),
        },
        shown: shownCommit(head),
      }
    : null;
}

/** GitLab also writes times with a space in them. */
function timeOf(text: unknown): Date | null {
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time);
}

function mergeOf(commit: unknown, branch: string, repository: unknown, merger: unknown): Merge | null {
  return typeof commit === 'string' && COMMIT.test(commit) && branch !== '' && branch.length <= MOST.branch
    ? {
        commit,
        branch,
        repository: typeof repository === 'string' ? repository.toLowerCase() : null,
        by: forgeAccount(merger)?.name ?? null,
      }
    : null;
}

const COMMIT = /^[0-9a-f]{7,64}$/;

/** Path of an address, without slashes around it. */
export function pathOf(address: unknown): string | null {
  const path = typeof address === 'string' ? URL.parse(address)?.pathname : undefined;
  return path?.replaceAll(/^\/+|\/+$/g, '') ?? null;
}
