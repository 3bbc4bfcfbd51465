import { describe, expect, it } from '@jest/globals';
import { type ForgePage, forgePage, type ForgeRepository } from '@switchyard/contracts';
import { z } from 'zod';
import { commentRequest } from './comment-requests.js';

const LOGIN = { login: '', password: 'token' };
const page = (git_url: string, part: Partial<ForgeRepository> = {}): ForgePage =>
  forgePage({ git_url, forge: '', web_url: '', ...part }) as ForgePage;
const Body = z.strictObject({ body: z.string() });

/**
 * Where and how forges take comments, from their public documents.
 * @see https://docs.github.com/en/rest/issues/comments
 * @see https://docs.gitlab.com/api/notes/#merge-requests
 * @see https://docs.gitea.com/api/next/#tag/issue/operation/issueCreateComment
 * @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-pullrequests/
 * @see https://learn.microsoft.com/en-us/rest/api/azure/devops/git/pull-request-threads/create
 */
const FORGES = [
  {
    page: page('git@github.com:acme/site.git'),
    create: ['POST', 'https://api.github.com/repos/acme/site/issues/7/comments'],
    edit: ['PATCH', 'https://api.github.com/repos/acme/site/issues/comments/42'],
    created: Body,
    edited: Body,
    answer: { id: 42, body: 'x' },
    comment: '42',
  },
  {
    page: page('https://gitlab.com/acme/web/site.git'),
    create: ['POST', 'https://gitlab.com/api/v4/projects/acme%2Fweb%2Fsite/merge_requests/7/notes'],
    edit: ['PUT', 'https://gitlab.com/api/v4/projects/acme%2Fweb%2Fsite/merge_requests/7/notes/42'],
    created: Body,
    edited: Body,
    answer: { id: 42, type: null, body: 'x' },
    comment: '42',
  },
  {
    page: page('x', { forge: 'gitea', web_url: 'http://acme.org:3000/git/ops/site' }),
    create: ['POST', 'http://acme.org:3000/git/api/v1/repos/ops/site/issues/7/comments'],
    edit: ['PATCH', 'http://acme.org:3000/git/api/v1/repos/ops/site/issues/comments/42'],
    created: Body,
    edited: Body,
    answer: { id: 42 },
    comment: '42',
  },
  {
    page: page('git@bitbucket.org:acme/site.git'),
    create: ['POST', 'https://api.bitbucket.org/2.0/repositories/acme/site/pullrequests/7/comments'],
    edit: ['PUT', 'https://api.bitbucket.org/2.0/repositories/acme/site/pullrequests/7/comments/42'],
    created: z.strictObject({ content: z.strictObject({ raw: z.string() }) }),
    edited: z.strictObject({ content: z.strictObject({ raw: z.string() }) }),
    answer: { id: 42, content: { raw: 'x' } },
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
    created: z.strictObject({
      comments: z
        .array(z.strictObject({ parentCommentId: z.literal(0), content: z.string(), commentType: z.literal('text') }))
        .length(1),
      status: z.literal('closed'),
    }),
    edited: z.strictObject({ content: z.string() }),
    answer: { id: 9, comments: [{ id: 1 }] },
    comment: '9/1',
  },
].map((each) => [each.page.forge, each] as const);

const buffer = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe(commentRequest.name, () => {
  it.each(FORGES)('should write a comment at %s, and bring that one up to date', (_, forge) => {
    const first = commentRequest(forge.page, { number: 7, text: 'x', comment: null }, LOGIN);
    expect([first?.request.method, first?.request.url]).toEqual(forge.create);
    expect(forge.created.safeParse(JSON.parse(first?.request.body ?? '')).error).toBeUndefined();
    const comment = first?.commentOf(buffer(forge.answer)) ?? null;
    expect(comment).toBe(forge.comment);
    const next = commentRequest(forge.page, { number: 7, text: 'y', comment }, LOGIN);
    expect([next?.request.method, next?.request.url]).toEqual(forge.edit);
    expect(forge.edited.safeParse(JSON.parse(next?.request.body ?? '')).error).toBeUndefined();
    expect(next?.commentOf(buffer({}))).toBe(comment);
  });

  it.each(FORGES)('should not take any other answer of %s for a comment', (_, { page: of }) => {
    const made = commentRequest(of, { number: 7, text: 'x', comment: null }, LOGIN);
    const answers = [buffer({}), buffer({ id: '../1' }), buffer({ id: 0 }), Buffer.from('<html>'), buffer(null)];
    expect(answers.map((answer) => made?.commentOf(answer))).toEqual(answers.map(() => null));
  });

  it('should be nothing where the forge takes none', () => {
    expect(
      commentRequest(
        page('x', { forge: 'gogs', web_url: 'https://g/a/b' }),
        { number: 7, text: 'x', comment: null },
        LOGIN,
      ),
    ).toBeNull();
  });
});
