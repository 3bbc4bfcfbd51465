import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GitRepository, IntegrationAlias, IntegrationAnswer } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import { type ForgeApi, startForgeApi } from '../support/forge-api.js';
import { createTemplate, runTask } from '../support/project.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

const SECRET = 'it is known to two';

describe('a push whose task is reported to the forge', () => {
  let place: Workplace;
  let forge: ForgeApi;
  let address: string;
  let commit: string;

  beforeAll(async () => {
    forge = await startForgeApi('gitea');
    const settings = { SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1' };
    place = await openWorkplace({ 'run.sh': 'echo built\n', 'fail.sh': 'exit 3\n' }, { stack: { settings } });
    const { client, project } = place;
    const base = `/project/${project.id}`;
    const key = (name: string, password: string) =>
      client.create(`${base}/keys`, { name, type: 'login_password', login_password: { login: '', password } });
    const statusKey = await key('Token of the forge', 'the-token');
    const repository = `${base}/repositories/${project.repositoryId}`;
    await client.call('PUT', repository, {
      ...(await client.call<GitRepository>('GET', repository)),
      forge: 'gitea',
      web_url: `${forge.origin}/ops/site`,
      status_key_id: statusKey,
    });
    const template = await createTemplate(client, project, { name: 'Build', allow_override_branch_in_task: true });
    const integration = await client.create(`${base}/integrations`, {
      name: 'Pushes',
      template_id: template,
      auth_method: 'hmac',
      auth_header: 'X-Gitea-Signature',
      auth_secret_id: await key('Secret of the webhook', SECRET),
      preset: 'gitea',
    });
    const alias = await client.call<IntegrationAlias>('POST', `${base}/integrations/${integration}/aliases`);
    address = new URL(alias.url, place.stack.address).pathname;
  });
  afterAll(async () => {
    await place.close();
    await forge.close();
    expect(forge.faults).toEqual([]);
  });

  /** @see https://docs.gitea.com/usage/webhooks (push) */
  async function push(delivery: string): Promise<number[]> {
    const body = JSON.stringify({ ref: 'refs/heads/main', after: commit, commits: [] });
    const answer = await fetch(new URL(address, place.stack.address), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-gitea-event': 'push',
        'x-gitea-delivery': delivery,
        'x-gitea-signature': createHmac('sha256', SECRET).update(body).digest('hex'),
      },
      body,
    });
    expect(answer.status).toBe(202);
    return ((await answer.json()) as IntegrationAnswer).task_ids;
  }
  const words = () => forge.requests.map(({ body }) => `${String(body['state'])}: ${String(body['description'])}`);

  it('should report the task of a person once its commit is known, and a failure', async () => {
    const { client, project } = place;
    const failing = await createTemplate(client, project, { name: 'Fails', playbook: 'fail.sh' });
    const task = await client.untilStatus(project.id, await runTask(client, project, failing), 'error');
    commit = task.commit_hash ?? '';
    await eventually(() => expect(words().at(-1)).toBe('failure: Failed'));
  });

  it('should report from the push to the success, with a link, and nothing of a redelivery', async () => {
    forge.requests.length = 0;
    const delivery = randomUUID();
    const [id = 0] = await push(delivery);
    await eventually(() => expect(words().at(-1)).toBe('success: Succeeded'));
    expect(forge.requests.every(({ line }) => line === `POST /api/v1/repos/ops/site/statuses/${commit}`)).toBe(true);
    expect(forge.requests.at(-1)?.body['target_url']).toContain(`/project/${place.project.id}/templates/`);
    expect(forge.requests.at(-1)?.body['target_url']).toContain(`?t=${id}`);
    const before = forge.requests.length;
    expect(await push(delivery)).toEqual([id]);
    expect(forge.requests).toHaveLength(before);
  });

  it('should not keep a task waiting while the forge is silent', async () => {
    forge.status = 503;
    const { client, project } = place;
    const quick = await createTemplate(client, project, { name: 'Goes on' });
    await client.untilStatus(project.id, await runTask(client, project, quick, { commit_hash: commit }), 'success');
    const listed = async () =>
      (await client.call<{ deliveries: object[] }>('GET', `/project/${project.id}/alert_deliveries`)).deliveries;
    await eventually(async () =>
      expect(await listed()).toContainEqual(
        expect.objectContaining({
          kind: 'commit_status',
          target: 'Playbooks',
          status: 'pending',
          error: expect.objectContaining({ code: 'http_status', status: 503 }),
        }),
      ),
    );
  });
});
