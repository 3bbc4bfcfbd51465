import type { PublishedApi } from './published-api.js';
import { EXAMPLE_TIME, list, number, oneOf, only, some, text, time } from './schema-words.js';

const comment = only({
  assets: list,
  body: text,
  created_at: time,
  html_url: text,
  id: number,
  issue_url: text,
  original_author: text,
  original_author_id: number,
  pull_request_url: text,
  updated_at: time,
  user: some,
});
const commentExample = {
  id: 42,
  body: 'x',
  html_url: 'https://gitea.example/ops/site/pulls/7#issuecomment-42',
  pull_request_url: 'https://gitea.example/ops/site/pulls/7',
  created_at: EXAMPLE_TIME,
  updated_at: EXAMPLE_TIME,
};

/**
 * Source: the swagger document of Gitea 1.23, by gitea-js 1.23.0, which is generated from it. Of Forgejo 15 the body of a status was compared, by
 * @llamaduck/forgejo-ts 15.0.9: it has the same members. Read on 2026-11-29. The states are those of its description.
 */
export const GITEA_API: PublishedApi = {
  root: /^https?:\/\/[^/]+(?:\/[\w-]+)*?\/api\/v1/,
  headers: { authorization: /^token \S+$/ },
  operations: [
    {
      method: 'POST',
      path: '/repos/{owner}/{repo}/statuses/{sha}',
      body: only({
        context: text,
        description: text,
        state: oneOf('pending', 'success', 'error', 'failure'),
        target_url: text,
      }),
      status: 201,
      answer: only({
        context: text,
        created_at: time,
        creator: some,
        description: text,
        id: number,
        status: text,
        target_url: text,
        updated_at: time,
        url: text,
      }),
      example: { id: 1, status: 'success', context: 'switchyard/Deploy', created_at: EXAMPLE_TIME },
    },
    {
      method: 'POST',
      path: '/repos/{owner}/{repo}/issues/{index}/comments',
      body: only({ body: text }, ['body']),
      status: 201,
      answer: comment,
      example: commentExample,
    },
    {
      method: 'PATCH',
      path: '/repos/{owner}/{repo}/issues/comments/{id}',
      body: only({ body: text }, ['body']),
      status: 200,
      answer: comment,
      example: commentExample,
    },
    {
      method: 'GET',
      path: '/repos/{owner}/{repo}/issues/comments/{id}',
      body: null,
      status: 200,
      answer: comment,
      example: commentExample,
    },
  ],
};
