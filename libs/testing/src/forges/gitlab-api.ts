import type { PublishedApi } from './published-api.js';
import { EXAMPLE_TIME, flag, number, oneOf, only, orNull, some, text, time } from './schema-words.js';

const note = only({
  id: number,
  type: orNull(text),
  body: text,
  attachment: orNull(text),
  author: some,
  created_at: time,
  updated_at: time,
  system: flag,
  noteable_id: number,
  noteable_type: text,
  project_id: number,
  noteable_iid: number,
  resolvable: flag,
  confidential: flag,
  internal: flag,
  imported: flag,
  imported_from: text,
});
const noteExample = {
  id: 42,
  body: 'x',
  attachment: null,
  author: { id: 1 },
  created_at: EXAMPLE_TIME,
  updated_at: EXAMPLE_TIME,
  system: false,
  noteable_id: 2,
  noteable_type: 'MergeRequest',
  project_id: 5,
  noteable_iid: 7,
  resolvable: false,
  internal: false,
};
const status = only({
  id: number,
  sha: text,
  ref: orNull(text),
  status: text,
  name: text,
  target_url: orNull(text),
  description: orNull(text),
  coverage: orNull({ type: 'number' }),
  allow_failure: flag,
  author: some,
  pipeline_id: number,
  created_at: time,
  started_at: orNull(time),
  finished_at: orNull(time),
});
const statusExample = {
  id: 93,
  sha: 'c0ffee',
  ref: null,
  status: 'success',
  name: 'switchyard/Deploy',
  target_url: null,
  description: null,
  coverage: null,
  allow_failure: false,
  author: { id: 1 },
  pipeline_id: 4,
  created_at: EXAMPLE_TIME,
  started_at: null,
  finished_at: EXAMPLE_TIME,
};
const noteBody = only({ body: { type: 'string', maxLength: 1_000_000 } }, ['body']);

/**
 * Source of the request of a status: `postApiV4ProjectsIdStatusesSha` as a client has it that is generated from the OpenAPI document of GitLab; of
 * its answer: the response of doc/api/commits.md, "Set commit pipeline status"; of the notes: doc/api/notes.md. Whether the OpenAPI document knows members of
 * notes was not looked up. Read on 2026-11-29.
 */
export const GITLAB_API: PublishedApi = {
  root: /^https?:\/\/[^/]+\/api\/v4/,
  headers: { 'private-token': /^\S+$/ },
  operations: [
    {
      method: 'POST',
      path: '/projects/{id}/statuses/{sha}',
      body: only(
        {
          state: oneOf('pending', 'running', 'success', 'failed', 'canceled', 'skipped'),
          ref: text,
          target_url: text,
          description: text,
          name: text,
          context: text,
          coverage: { type: 'number' },
          pipeline_id: number,
        },
        ['state'],
      ),
      status: 200,
      answer: status,
      example: statusExample,
    },
    {
      method: 'POST',
      path: '/projects/{id}/merge_requests/{noteable_id}/notes',
      body: noteBody,
      status: 201,
      answer: note,
      example: noteExample,
    },
    {
      method: 'PUT',
      path: '/projects/{id}/merge_requests/{noteable_id}/notes/{note_id}',
      body: noteBody,
      status: 200,
      answer: note,
      example: noteExample,
    },
    {
      method: 'GET',
      path: '/projects/{id}/merge_requests/{noteable_id}/notes/{note_id}',
      body: null,
      status: 200,
      answer: note,
      example: noteExample,
    },
  ],
};
