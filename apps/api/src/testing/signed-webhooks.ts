import { createHmac } from 'node:crypto';
import { type Integration, type IntegrationAlias, type Key, type Sender, senderPreset } from '@switchyard/contracts';
import { Client } from './client.js';
import type { ProjectFixture } from './project-fixture.js';

/** Secret that sender and integration share. */
const SECRET = 'it is known to two';
const LOGIN = 'hooks';

/** An integration with an address. */
export interface MadeIntegration {
  /** In the API. */
  path: string;
  /** Path that takes webhooks. */
  address: string;
}

/** The key that integrations of a project judge by. @returns its id */
export async function webhookKey({ manager, base }: ProjectFixture): Promise<number> {
  const login = { name: 'k', type: 'login_password', login_password: { login: LOGIN, password: SECRET } };
  return (await manager.post(`${base}/keys`, login)).json<Key>().id;
}

/** Makes an integration of a template for webhooks of a forge. @throws when it is refused */
export async function makeIntegration(
  { manager, base }: ProjectFixture,
  of: { templateId: number; keyId: number; sender: Sender },
  part: object = {},
): Promise<MadeIntegration> {
  const { templateId: template_id, keyId: auth_secret_id, sender: preset } = of;
  const body = { name: 'I', template_id, ...senderPreset(preset).auth, auth_secret_id, preset, ...part };
  const made = await manager.post(`${base}/integrations`, body);
  if (made.status !== 201) {
    throw new Error(`the integration is refused: ${made.text}`);
  }
  const path = `${base}/integrations/${made.json<Integration>().id}`;
  const alias = await manager.post(`${path}/aliases`);
  return { path, address: new URL(alias.json<IntegrationAlias>().url).pathname };
}

/** Sends a webhook with the proofs of all forges. */
export function sendSigned(
  { address: origin }: ProjectFixture,
  { address }: Pick<MadeIntegration, 'address'>,
  headers: Record<string, string>,
  document: object,
) {
  const body = JSON.stringify(document);
  const hex = createHmac('sha256', SECRET).update(body).digest('hex');
  const proofs = {
    'x-hub-signature-256': `sha256=${hex}`,
    'x-hub-signature': `sha256=${hex}`,
    'x-gitea-signature': hex,
    'x-gitlab-token': SECRET,
    authorization: `Basic ${Buffer.from(`${LOGIN}:${SECRET}`).toString('base64')}`,
  };
  return new Client(origin).with({ 'content-type': 'application/json', ...proofs, ...headers }).post(address, body);
}
