import { createHmac, randomUUID } from 'node:crypto';
import type { Sender } from '@switchyard/contracts';

const GONE = '0'.repeat(40);
const REPOSITORY = { id: 1, name: 'site', full_name: 'ops/site' };

/** It sends the headers of those that it comes from as well. @see https://forgejo.org/docs/latest/user/webhooks/ */
export const FORGEJO = {
  'x-forgejo-event': 'push',
  'x-forgejo-event-type': 'push',
  'x-gitea-event': 'push',
  'x-gitea-event-type': 'push',
  'x-gogs-event': 'push',
  'x-gogs-event-type': 'push',
  'x-github-event': 'push',
  'x-github-event-type': 'push',
};

/** As each forge sends the push of a branch, by its public document. */
export function pushOf(forge: Sender, after: string): object {
  const ref = 'refs/heads/main';
  if (forge === 'bitbucket') {
    const target = { type: 'commit', hash: after };
    return { push: { changes: [{ new: { type: 'branch', name: 'main', target } }] }, repository: REPOSITORY };
  }
  return forge === 'azure'
    ? {
        id: randomUUID(),
        eventType: 'git.push',
        publisherId: 'tfs',
        resource: { refUpdates: [{ name: ref, oldObjectId: GONE, newObjectId: after }] },
      }
    : { ref, after, commits: [], repository: REPOSITORY };
}

/** Headers that the set-up page asks the forge to send with the secret. */
export function proofOf(forge: Sender, secret: string, body: string): Record<string, string> {
  const hex = createHmac('sha256', secret).update(body).digest('hex');
  const proofs: Partial<Record<Sender, Record<string, string>>> = {
    github: { 'x-hub-signature-256': `sha256=${hex}` },
    gitlab: { 'x-gitlab-token': secret },
    gogs: { 'x-gogs-signature': hex },
    bitbucket: { 'x-hub-signature': `sha256=${hex}` },
    azure: { authorization: `Basic ${Buffer.from(`:${secret}`).toString('base64')}` },
  };
  return proofs[forge] ?? { 'x-gitea-signature': hex };
}
