import { describe, expect, it } from '@jest/globals';
import { WorkBudget } from '../../../platform/workers/work-budget.js';
import { PushFilter, type PushRules } from './push-filter.js';

const ZERO = '0'.repeat(40);

/** Parts of deliveries as the documents named in push-facts.ts show them. */
const GITHUB = {
  ref: 'refs/heads/main',
  before: ZERO,
  after: 'c0ffee',
  commits: [
    { id: 'a', added: ['infra/new.tf'], removed: [], modified: [] },
    { id: 'c0ffee', added: [], removed: ['docs/old.md'], modified: ['README.md'] },
  ],
};
const GITLAB = { object_kind: 'push', ...GITHUB, total_commits_count: 2 };
const GITEA = { ...GITHUB, total_commits: 2 };
const BITBUCKET = { push: { changes: [{ new: { type: 'branch', name: 'main', target: { hash: 'c0ffee' } } }] } };
const AZURE = { eventType: 'git.push', resource: { refUpdates: [{ name: 'refs/heads/main', newObjectId: 'c0ffee' }] } };
const SENDERS = { GITHUB, GITLAB, GITEA, BITBUCKET, AZURE };

const faultOf = (document: unknown, rules: Partial<PushRules>): string | undefined =>
  new PushFilter(document, null, new WorkBudget({ steps: 1e6, kept: 0 })).fault({
    branches: [],
    paths: [],
    takesPulls: true,
    ...rules,
  })?.code;

describe(PushFilter.name, () => {
  it.each(Object.entries(SENDERS))('should know the branch of a push of %s', (_, document) => {
    expect(faultOf(document, { branches: ['release/*', 'main'] })).toBeUndefined();
    expect(faultOf(document, { branches: ['release/*'] })).toBe('webhook_branch');
  });

  it.each([
    ['of GitHub and Gogs', { ...GITHUB, ref: 'refs/tags/v1' }],
    ['of Bitbucket', { push: { changes: [{ new: { type: 'tag', name: 'v1' } }] } }],
  ])('should know a tag %s by its whole name', (_, document) => {
    expect(faultOf(document, { branches: ['**'] })).toBeUndefined();
    expect(faultOf(document, { branches: ['v*'] })).toBe('webhook_branch');
    expect(faultOf(document, { branches: ['refs/tags/v*'] })).toBeUndefined();
  });

  it('should take no webhook without a branch for one of a branch', () => {
    expect(faultOf({ action: 'opened' }, { branches: ['**'] })).toBe('webhook_no_branch');
    expect(faultOf(undefined, { branches: ['**'] })).toBe('webhook_no_branch');
    expect(faultOf(undefined, {})).toBeUndefined();
  });

  it.each(Object.entries({ GITHUB, GITLAB, GITEA }))('should know the files of a push of %s', (_, document) => {
    expect(faultOf(document, { paths: ['infra/**'] })).toBeUndefined();
    expect(faultOf(document, { paths: ['docs/*'] })).toBeUndefined();
    expect(faultOf(document, { paths: ['app/**', '*.tf'] })).toBe('webhook_paths');
  });

  it.each([
    ['does not list them', BITBUCKET],
    ['does not list them either', AZURE],
    ['lists no commit, as for a new branch', { ...GITHUB, commits: [] }],
    ['leaves commits out', { ...GITLAB, total_commits_count: 21 }],
    ['leaves commits out under another name', { ...GITEA, total_commits: 9 }],
    ['may have cut the list', { ...GITHUB, commits: Array.from({ length: 2_048 }, () => GITHUB.commits[1]) }],
    ['lists commits without files', { ...GITHUB, commits: [{ id: 'merge', added: [], removed: [], modified: [] }] }],
    ['writes something else', { ...GITHUB, commits: [{ added: 'x', modified: { a: 1 }, removed: [7] }, null] }],
  ])('should start where the sender %s', (_, document) => {
    expect(faultOf(document, { paths: ['app/**'] })).toBeUndefined();
  });
});
