import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { idleWebhook } from './idle-webhook.js';
import { pullDelivery } from './pull-delivery.js';
import { pushedBranch } from './push-facts.js';
import { pushedCommit } from './pushed-commit.js';

interface Repository {
  id: number;
}

interface Push {
  ref: string;
  after: string;
  deleted: boolean;
  head_commit: { id: string; message: string; author: { name: string }; url: string } | null;
}

interface Pull {
  action: string;
  number: number;
  repository: { full_name: string };
  pull_request: {
    title: string;
    state: string;
    updated_at: string;
    merged: boolean;
    merge_commit_sha: string | null;
    merged_by: { login: string } | null;
    user: { id: number; login: string };
    html_url: string;
    head: { sha: string; ref: string; repo: Repository | null };
    base: { ref: string; repo: Repository };
  };
}

/** Deliveries as GitHub has sent them (api.github.com, MIT). */
const ALL = createRequire(import.meta.url)('@octokit/webhooks-examples') as { name: string; examples: object[] }[];
const examplesOf = <T>(event: string): [string, T][] =>
  (ALL.find(({ name }) => name === event)?.examples ?? []).map((example, at) => [
    `${at} ${String((example as { action?: string }).action ?? '')}`,
    example as T,
  ]);

describe('a delivery that GitHub has sent', () => {
  it('should be here in each kind', () => {
    expect([examplesOf('push').length, examplesOf('pull_request').length]).toEqual([7, 29]);
  });

  it.each(examplesOf<Push>('push'))('should be read as a push: %s', (_, document) => {
    expect(pushedBranch(document)).toBe(document.ref.replace('refs/heads/', ''));
    const { id: hash, message, author, url } = document.head_commit ?? {};
    expect(pushedCommit(document)).toEqual(
      hash === undefined ? null : { hash, message: message?.trimEnd(), author: author?.name, url },
    );
    expect(idleWebhook({ headers: new Map([['x-github-event', 'push']]), document })?.code).toBe(
      document.deleted ? 'webhook_deleted' : undefined,
    );
    expect(pullDelivery(document, 'push')).toBeNull();
  });

  it.each(examplesOf<Pull>('pull_request'))('should be read as a pull request: %s', (_, document) => {
    const { action, number, pull_request: pull } = document;
    const fork = pull.head.repo?.id !== pull.base.repo.id;
    expect(pullDelivery(document, 'pull_request')).toEqual({
      pull: {
        number,
        fork,
        title: pull.title,
        url: pull.html_url,
        author: { name: pull.user.login, known_by: [String(pull.user.id), pull.user.login.toLowerCase()] },
      },
      closed: pull.state === 'closed',
      merged: pull.merged
        ? {
            commit: pull.merge_commit_sha,
            branch: pull.base.ref,
            repository: document.repository.full_name.toLowerCase(),
            by: pull.merged_by?.login,
          }
        : null,
      changed: new Date(pull.updated_at),
      hasNewHead: ['opened', 'reopened', 'synchronize'].includes(action),
      branch: fork ? `refs/pull/${number}/head` : pull.head.ref,
      target: pull.base.ref,
      commit: pull.head.sha,
      shown: null,
    });
  });

  it.each([{ id: 1 }, null])(
    'should be of a fork when its head is in another repository, or in none any more',
    (repo) => {
      const [, document] = examplesOf<Pull>('pull_request')[0] as [string, Pull];
      const pull = { ...document.pull_request, head: { ...document.pull_request.head, repo } };
      expect(pullDelivery({ ...document, pull_request: pull }, 'pull_request')).toMatchObject({
        pull: { fork: true },
        branch: `refs/pull/${document.number}/head`,
      });
    },
  );
});
