import type { PublishedApi } from './published-api.js';
import { EXAMPLE_TIME, flag, list, number, oneOf, only, some, text, time } from './schema-words.js';

const REPOSITORY = '/_apis/git/repositories/{repositoryId}';
const VERSION = '?api-version=7.1';

const status = {
  _links: some,
  context: only({ genre: text, name: text }),
  createdBy: some,
  creationDate: time,
  description: text,
  id: number,
  state: oneOf('notSet', 'pending', 'succeeded', 'failed', 'error', 'notApplicable'),
  targetUrl: text,
  updatedDate: time,
};
const comment = only({
  _links: some,
  author: some,
  commentType: oneOf('unknown', 'text', 'codeChange', 'system'),
  content: text,
  id: number,
  isDeleted: flag,
  lastContentUpdatedDate: time,
  lastUpdatedDate: time,
  parentCommentId: number,
  publishedDate: time,
  usersLiked: list,
});
const thread = only({
  _links: some,
  comments: { type: 'array', items: comment },
  id: number,
  identities: some,
  isDeleted: flag,
  lastUpdatedDate: time,
  properties: some,
  publishedDate: time,
  pullRequestThreadContext: some,
  status: oneOf('unknown', 'active', 'fixed', 'wontFix', 'closed', 'byDesign', 'pending'),
  threadContext: some,
});
const commentExample = { id: 1, parentCommentId: 0, content: 'x', commentType: 'text', publishedDate: EXAMPLE_TIME };

/**
 * Source: `specification/git/7.1/git.json` of MicrosoftDocs/vsts-rest-api-specs (statuses), azure-devops-node-api 17.0.1, which is
 * generated from it (threads and comments). Read on 2026-11-29.
 */
export const AZURE_API: PublishedApi = {
  root: /^https?:\/\/[^/]+(?:\/[\w.-]+)*?(?=\/_apis\/)/,
  headers: { authorization: /^Basic \S+$/ },
  operations: [
    {
      method: 'POST',
      path: `${REPOSITORY}/commits/{commitId}/statuses${VERSION}`,
      body: only(status),
      status: 201,
      answer: only(status),
      example: {
        id: 1,
        state: 'succeeded',
        creationDate: EXAMPLE_TIME,
        context: { name: 'Deploy', genre: 'switchyard' },
      },
    },
    {
      method: 'POST',
      path: `${REPOSITORY}/pullRequests/{pullRequestId}/threads${VERSION}`,
      body: thread,
      status: 200,
      answer: thread,
      example: { id: 9, status: 'closed', comments: [commentExample], publishedDate: EXAMPLE_TIME },
    },
    {
      method: 'PATCH',
      path: `${REPOSITORY}/pullRequests/{pullRequestId}/threads/{threadId}/comments/{commentId}${VERSION}`,
      body: comment,
      status: 200,
      answer: comment,
      example: commentExample,
    },
    {
      method: 'GET',
      path: `${REPOSITORY}/pullRequests/{pullRequestId}/threads/{threadId}/comments/{commentId}${VERSION}`,
      body: null,
      status: 200,
      answer: comment,
      example: commentExample,
    },
  ],
};
