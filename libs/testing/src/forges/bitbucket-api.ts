import type { PublishedApi } from './published-api.js';
import { EXAMPLE_TIME, flag, number, oneOf, only, some, text, time } from './schema-words.js';

const status = {
  type: text,
  created_on: time,
  description: text,
  key: { type: 'string', maxLength: 40 },
  links: some,
  name: text,
  refname: text,
  state: oneOf('SUCCESSFUL', 'FAILED', 'INPROGRESS', 'STOPPED'),
  updated_on: time,
  url: text,
  uuid: text,
};
const comment = only({
  type: text,
  id: number,
  created_on: time,
  updated_on: time,
  content: only({ raw: text, markup: oneOf('markdown', 'creole', 'plaintext'), html: text }),
  user: some,
  deleted: flag,
  parent: some,
  inline: some,
  links: some,
  pullrequest: some,
});
const commentExample = {
  type: 'pullrequest_comment',
  id: 42,
  created_on: EXAMPLE_TIME,
  updated_on: EXAMPLE_TIME,
  content: { raw: 'x', markup: 'markdown', html: '<p>x</p>' },
  deleted: false,
};
const PULL_REQUEST = '/repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}';

/**
 * Source: the swagger document of Bitbucket Cloud, version 2.0 (api.bitbucket.org/swagger.json), by magmax/bitbucket-openapi, which is
 * generated from it; the 40 characters of a key stand in its description. Read on 2026-11-29.
 */
export const BITBUCKET_API: PublishedApi = {
  root: /^https?:\/\/[^/]+\/2\.0/,
  headers: { authorization: /^(?:Bearer|Basic) \S+$/ },
  operations: [
    {
      method: 'POST',
      path: '/repositories/{workspace}/{repo_slug}/commit/{commit}/statuses/build',
      body: only(status),
      status: 201,
      answer: only(status),
      example: { type: 'build', key: 'switchyard-2', state: 'SUCCESSFUL', url: 'https://yard.example' },
    },
    {
      method: 'POST',
      path: `${PULL_REQUEST}/comments`,
      body: comment,
      status: 201,
      answer: comment,
      example: commentExample,
    },
    {
      method: 'PUT',
      path: `${PULL_REQUEST}/comments/{comment_id}`,
      body: comment,
      status: 200,
      answer: comment,
      example: commentExample,
    },
    {
      method: 'GET',
      path: `${PULL_REQUEST}/comments/{comment_id}`,
      body: null,
      status: 200,
      answer: comment,
      example: commentExample,
    },
  ],
};
