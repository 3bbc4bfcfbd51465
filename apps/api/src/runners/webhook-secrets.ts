import { webhookSecretContext } from '@switchyard/contracts';
import type { SecretBox } from '@switchyard/server';
import type { EntityManager } from 'typeorm';
import { newSecret } from '../auth/secrets/credentials.js';
import { updateRunner } from './runner.repository.js';

const PREFIX = 'swhook_';

/** Gives the runner a new key that signs what is sent to its webhook, and keeps its ciphertext. The old one is void. */
export async function renewWebhookSecret(manager: EntityManager, box: SecretBox, runnerId: number): Promise<string> {
  const secret = PREFIX + newSecret();
  const webhookSecret = box.seal(secret, webhookSecretContext(runnerId));
  await updateRunner(manager, runnerId, { webhookSecret });
  return secret;
}
