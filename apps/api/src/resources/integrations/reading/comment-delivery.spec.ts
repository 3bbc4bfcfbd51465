import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { PUBLISHED_COMMENTS, type PublishedComment } from '../../../testing/published-pulls/published-comments.js';
import { commentDelivery } from './comment-delivery.js';

const FORGES = ['github', 'gitlab', 'gitea', 'bitbucket', 'azure'] as const;
type Forge = (typeof FORGES)[number];

/** Deliveries as GitHub has sent them (api.github.com, MIT). */
const SENT = createRequire(import.meta.url)('@octokit/webhooks-examples') as { name: string; examples: object[] }[];
const examples = SENT.find(({ name }) => name === 'issue_comment')?.examples ?? [];

/** Reads a payload in which some members have other values. */
function readWith(forge: Forge, members: Readonly<Record<string, unknown>>, event?: string) {
  const published: PublishedComment = PUBLISHED_COMMENTS[forge];
  const document = JSON.parse(JSON.stringify(published.document)) as Record<string, unknown>;
  for (const [path, value] of Object.entries(members)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    names.reduce((of, name) => of[name] as Record<string, unknown>, document)[last] = value;
  }
  return commentDelivery(document, event ?? published.event);
}

describe('a comment at a pull request as a forge publishes it', () => {
  it.each(FORGES)('should be read as one of %s, with who wrote it', (forge) => {
    const { read } = PUBLISHED_COMMENTS[forge];
    expect(readWith(forge, {})).toEqual(read);
  });

  it.each<[Forge, string, Readonly<Record<string, unknown>>]>([
    ['github', 'was edited', { action: 'edited' }],
    ['github', 'was deleted', { action: 'deleted' }],
    ['github', 'is of a program', { 'comment.user.type': 'Bot' }],
    ['gitea', 'was edited', { action: 'edited' }],
    ['gitea', 'was deleted', { action: 'deleted' }],
    ['gitlab', 'was edited', { 'object_attributes.action': 'update' }],
    [
      'gitlab',
      'was edited, of an older version',
      { 'object_attributes.action': undefined, 'object_attributes.updated_at': '2026-03-05 08:00:00 UTC' },
    ],
    ['gitlab', 'is of GitLab itself', { 'object_attributes.system': true }],
    ['azure', 'was edited', { 'resource.comment.lastContentUpdatedDate': '2026-06-18T08:00:00Z' }],
    ['azure', 'was deleted', { 'resource.comment.isDeleted': true }],
    ['azure', 'is of Azure DevOps itself', { 'resource.comment.commentType': 'system' }],
  ])('should be no command when one of %s %s', (forge, _, members) => {
    expect(readWith(forge, members)).toMatchObject({ task: null });
  });

  it.each(['pullrequest:comment_updated', 'pullrequest:comment_deleted'])('should be no command as %s', (event) => {
    expect(readWith('bitbucket', {}, event)).toMatchObject({ task: null });
  });

  it.each<[Forge, string]>([
    ['github', 'comment.body'],
    ['gitlab', 'object_attributes.note'],
    ['gitea', 'comment.body'],
    ['bitbucket', 'comment.content.raw'],
    ['azure', 'resource.comment.content'],
  ])('should be no command of %s where its first line is another one', (forge, path) => {
    expect(readWith(forge, { [path]: 'Please /switchyard apply 12' })).toMatchObject({ task: null });
    expect(readWith(forge, { [path]: { raw: 1 } })).toMatchObject({ task: null });
  });

  it('should be of no account that its names could stand for another of', () => {
    expect(readWith('github', { 'comment.user': { id: 5, login: '12' } })?.author?.known_by).toEqual(['5']);
    expect(readWith('gitlab', { 'user.id': 99 })?.author?.known_by).toEqual(['51']);
    expect(readWith('bitbucket', { 'comment.user': { nickname: 'ada' } })?.author).toBeNull();
    expect(readWith('azure', { 'resource.comment.author': { uniqueName: 'ada' } })?.author).toBeNull();
  });

  it('should not be taken for one where it is of an issue, a commit or nothing', () => {
    expect(readWith('github', { 'issue.pull_request': undefined })).toBeNull();
    expect(readWith('gitea', { is_pull: false, 'issue.pull_request': null })).toBeNull();
    expect(readWith('gitlab', { merge_request: undefined })).toBeNull();
    expect([commentDelivery({}, ''), commentDelivery(null, ''), commentDelivery([], '')]).toEqual([null, null, null]);
  });

  it('should be none of what GitHub has sent of issues', () => {
    expect(examples.length).toBeGreaterThan(0);
    const ofPulls = examples.filter((each) => 'pull_request' in (each as { issue: object }).issue);
    expect(examples.flatMap((each) => commentDelivery(each, 'issue_comment') ?? [])).toHaveLength(ofPulls.length);
  });
});
