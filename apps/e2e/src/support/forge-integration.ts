import { createHmac, randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { GitRepository, IntegrationAlias, IntegrationAnswer } from '@switchyard/contracts';
import type { ForgeApi } from './forge-api.js';
import { createTemplate } from './project.js';
import type { Workplace } from './workplace.js';

/** Secret that proves the webhooks. */
export const FORGE_SECRET = 'it is known to two';
const REPOSITORY = { id: 1, name: 'site', full_name: 'ops/site' };

/** A template that a Gitea starts, and that reports to it. */
export interface ForgeIntegration {
  templateId: number;
  /** Path of the integration in the API. */
  path: string;
  /** Sends an event of the repository, signed. @returns the tasks that it has started */
  deliver(
    event: string,
    document: object,
    part?: { delivery?: string | undefined; headers?: Record<string, string> },
  ): Promise<number[]>;
}

/** Gives the repository of a project a key of a stand-in for Gitea, and makes a template there with an integration. */
export async function integrateForge(
  place: Workplace,
  forge: ForgeApi,
  template: Record<string, unknown>,
): Promise<ForgeIntegration> {
  const { client, project, stack } = place;
  const base = `/project/${project.id}`;
  const key = (name: string, password: string) =>
    client.create(`${base}/keys`, { name, type: 'login_password', login_password: { login: '', password } });
  const repository = `${base}/repositories/${project.repositoryId}`;
  await client.call('PUT', repository, {
    ...(await client.call<GitRepository>('GET', repository)),
    forge: 'gitea',
    web_url: `${forge.origin}/ops/site`,
    status_key_id: await key('Token of the forge', 'the-token'),
  });
  const templateId = await createTemplate(client, project, template);
  const id = await client.create(`${base}/integrations`, {
    name: 'Events',
    template_id: templateId,
    auth_method: 'hmac',
    auth_header: 'X-Gitea-Signature',
    auth_secret_id: await key('Secret of the webhook', FORGE_SECRET),
    preset: 'gitea',
  });
  const path = `${base}/integrations/${id}`;
  const alias = await client.call<IntegrationAlias>('POST', `${path}/aliases`);
  const address = new URL(alias.url, stack.address).pathname;
  return { templateId, path, deliver };

  async function deliver(
    event: string,
    document: object,
    { delivery = randomUUID(), headers = {} }: { delivery?: string | undefined; headers?: Record<string, string> } = {},
  ): Promise<number[]> {
    const body = JSON.stringify({ ...document, repository: REPOSITORY });
    const answer = await fetch(new URL(address, stack.address), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-gitea-event': event,
        'x-gitea-delivery': delivery,
        'x-gitea-signature': createHmac('sha256', FORGE_SECRET).update(body).digest('hex'),
        ...headers,
      },
      body,
    });
    expect([answer.status, await answer.clone().text()]).toEqual([202, expect.any(String)]);
    return ((await answer.json()) as IntegrationAnswer).task_ids;
  }
}
