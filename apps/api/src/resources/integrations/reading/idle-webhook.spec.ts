import { describe, expect, it } from '@jest/globals';
import { idleWebhook } from './idle-webhook.js';

const COMMIT = 'a10867b14bb761a232cd80139fbd4c0d33264240';
const GONE = '0'.repeat(40);
const codeOf = (headers: Record<string, string>, document: unknown) =>
  idleWebhook({ headers: new Map(Object.entries(headers)), document })?.code;

describe('idleWebhook', () => {
  it.each([
    ['ping of GitHub', { 'x-github-event': 'ping' }, { zen: 'z', hook_id: 1 }, 'webhook_ping'],
    ['ping of Bitbucket Server', { 'x-event-key': 'diagnostics:ping' }, { test: true }, 'webhook_ping'],
    ['deleted tag of Gitea', { 'x-gitea-event': 'delete' }, { ref: 'v1', ref_type: 'tag' }, 'webhook_deleted'],
    [
      'deleted branch in a push of GitHub',
      { 'x-github-event': 'push' },
      { ref: 'r', after: GONE, deleted: true },
      'webhook_deleted',
    ],
    [
      'deleted branch in a push of GitLab',
      { 'x-gitlab-event': 'Push Hook' },
      { ref: 'r', after: GONE },
      'webhook_deleted',
    ],
    [
      'deleted branch in a push of Azure DevOps',
      {},
      { resource: { refUpdates: [{ newObjectId: GONE }] } },
      'webhook_deleted',
    ],
    ['push of GitHub that asks for it', {}, { head_commit: { message: 'Fix [Skip CI]' } }, 'webhook_skipped'],
    [
      'push of GitLab whose newest commit asks for it',
      {},
      {
        after: COMMIT,
        commits: [
          { id: 'a', message: 'x' },
          { id: COMMIT, message: 'y\n\n[ci skip]' },
        ],
      },
      'webhook_skipped',
    ],
    [
      'push of Bitbucket that asks for it',
      {},
      { push: { changes: [{ new: { target: { message: '[no ci]' } } }] } },
      'webhook_skipped',
    ],
    [
      'push of Azure DevOps that asks for it',
      {},
      { resource: { commits: [{ comment: '[skip ci] docs' }] } },
      'webhook_skipped',
    ],
    ['deleted branch in a push of Bitbucket', {}, { push: { changes: [{ old: {}, new: null }] } }, 'webhook_deleted'],
  ])('should hold back a %s', (_, headers, document, code) => {
    expect(codeOf(headers as Record<string, string>, document)).toBe(code);
  });

  it.each([
    ['push', { 'x-github-event': 'push' }, { ref: 'r', after: COMMIT, before: GONE, deleted: false }],
    ['push of several branches, one of them deleted', {}, { push: { changes: [{ new: null }, { new: {} }] } }],
    ['document without a word of it', {}, { deleted: true, note: 'a comment was deleted' }],
    [
      'push of which an older commit asks for it',
      {},
      {
        after: COMMIT,
        commits: [
          { id: 'a', message: '[skip ci]' },
          { id: COMMIT, message: 'b' },
        ],
      },
    ],
    ['message without brackets', {}, { head_commit: { message: 'skip ci' } }],
    ['text', {}, undefined],
  ])('should let a %s through', (_, headers, document) => {
    expect(codeOf(headers as Record<string, string>, document)).toBeUndefined();
  });
});
