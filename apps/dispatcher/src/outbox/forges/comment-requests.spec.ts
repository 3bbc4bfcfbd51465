import { describe, expect, it } from '@jest/globals';
import { type ForgePage, forgePage, type ForgeRepository } from '@switchyard/contracts';
import { operationOf, PUBLISHED_APIS, requestFaults } from '@switchyard/testing';
import { commentLook, type CommentRequest, commentRequest } from './comment-requests.js';

const LOGIN = { login: '', password: 'token' };
const page = (git_url: string, part: Partial<ForgeRepository> = {}): ForgePage =>
  forgePage({ git_url, forge: '', web_url: '', ...part }) as ForgePage;

const FORGES = [
  {
    page: page('git@github.com:acme/site.git'),
    create: ['POST', 'https://api.github.com/repos/acme/site/issues/7/comments'],
    edit: ['PATCH', 'https://api.github.com/repos/acme/site/issues/comments/42'],
    comment: '42',
  },
  {
    page: page('https://gitlab.com/acme/web/site.git'),
    create: ['POST', 'https://gitlab.com/api/v4/projects/acme%2Fweb%2Fsite/merge_requests/7/notes'],
    edit: ['PUT', 'https://gitlab.com/api/v4/projects/acme%2Fweb%2Fsite/merge_requests/7/notes/42'],
    comment: '42',
  },
  {
    page: page('x', { forge: 'gitea', web_url: 'http://acme.org:3000/git/ops/site' }),
    create: ['POST', 'http://acme.org:3000/git/api/v1/repos/ops/site/issues/7/comments'],
    edit: ['PATCH', 'http://acme.org:3000/git/api/v1/repos/ops/site/issues/comments/42'],
    comment: '42',
  },
  {
    page: page('git@bitbucket.org:acme/site.git'),
    create: ['POST', 'https://api.bitbucket.org/2.0/repositories/acme/site/pullrequests/7/comments'],
    edit: ['PUT', 'https://api.bitbucket.org/2.0/repositories/acme/site/pullrequests/7/comments/42'],
    comment: '42',
  },
  {
    page: page('x', { forge: 'azure', web_url: 'https://dev.azure.com/acme/ops/_git/site' }),
    create: [
      'POST',
      'https://dev.azure.com/acme/ops/_apis/git/repositories/site/pullRequests/7/threads?api-version=7.1',
    ],
    edit: [
      'PATCH',
      'https://dev.azure.com/acme/ops/_apis/git/repositories/site/pullRequests/7/threads/9/comments/1?api-version=7.1',
    ],
    comment: '9/1',
  },
].map((each) => [each.page.forge as keyof typeof PUBLISHED_APIS, each] as const);

const buffer = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe(commentRequest.name, () => {
  it.each(FORGES)('should write a comment at %s, and bring that one up to date, as is published', (name, forge) => {
    const api = PUBLISHED_APIS[name];
    const asked = (made: CommentRequest | null) => ({ method: '', url: '', headers: {}, body: '', ...made?.request });
    const first = commentRequest(forge.page, { number: 7, text: 'x', comment: null }, LOGIN);
    expect([first?.request.method, first?.request.url]).toEqual(forge.create);
    expect(requestFaults(api, asked(first))).toEqual([]);
    const comment = first?.commentOf(buffer(operationOf(api, asked(first))?.example)) ?? null;
    expect(comment).toBe(forge.comment);
    const next = commentRequest(forge.page, { number: 7, text: 'y', comment }, LOGIN);
    expect([next?.request.method, next?.request.url]).toEqual(forge.edit);
    expect(requestFaults(api, asked(next))).toEqual([]);
    expect(next?.commentOf(buffer(operationOf(api, asked(next))?.example))).toBe(comment);
  });

  it.each(FORGES)('should not take any other answer of %s for a comment', (_, { page: of }) => {
    const made = commentRequest(of, { number: 7, text: 'x', comment: null }, LOGIN);
    const answers = [buffer({}), buffer({ id: '../1' }), buffer({ id: 0 }), Buffer.from('<html>'), buffer(null)];
    expect(answers.map((answer) => made?.commentOf(answer))).toEqual(answers.map(() => null));
  });

  it.each(FORGES)(
    'should look at %s whether a comment is there, as is published',
    (name, { page: of, edit, comment }) => {
      const api = PUBLISHED_APIS[name];
      const look = commentLook(of, { number: 7, comment }, LOGIN);
      const asked = { method: '', url: '', headers: {}, ...look?.request, body: '' };
      expect([asked.method, asked.url]).toEqual(['GET', edit[1]]);
      expect(requestFaults(api, asked)).toEqual([]);
      const example = operationOf(api, asked)?.example ?? {};
      const gone = [
        { ...example, deleted: true },
        { ...example, isDeleted: true },
      ];
      expect([example, ...gone, null].map((each) => look?.isThere(buffer(each)))).toEqual([true, false, false, true]);
    },
  );

  it('should be nothing where the forge takes none', () => {
    expect(
      commentRequest(
        page('x', { forge: 'gogs', web_url: 'https://g/a/b' }),
        { number: 7, text: 'x', comment: null },
        LOGIN,
      ),
    ).toBeNull();
    expect(
      commentLook(page('x', { forge: 'gogs', web_url: 'https://g/a/b' }), { number: 7, comment: '1' }, LOGIN),
    ).toBeNull();
  });
});
