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
const noteBody = only({ body: { type: 'string', maxLength: 1_000_000 } }, ['body']);

/**
 * Source of the status: `postApiV4ProjectsIdStatusesSha` of the OpenAPI document of GitLab (doc/api/openapi/openapi_v2.yaml); of the notes:
 * doc/api/notes.md, as that document has no members of them. Read on 2026-11-29.
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
      answer: some,
      example: { id: 1, sha: 'c0ffee', status: 'success', name: 'switchyard/Deploy' },
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
  ],
};
