import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RegistrationTokenWithSecret } from '@switchyard/contracts';
import type { Template } from '@switchyard/database';
import { meetAtLock, newTask, newTemplate } from '@switchyard/database/testing';
import { randomBytes } from 'node:crypto';
import { type Answer, Client } from '../testing/client.js';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';

/** Each request meets somebody who locks the project first and then the rows of it, as its deletion does. */
describe('a request that meets a deletion of its project', () => {
  let test: ProjectFixture;
  let template: Template;
  beforeAll(async () => {
    test = await startProjectFixture();
    template = await newTemplate(test.dataSource, { projectId: test.projectId });
  });
  afterAll(() => test.close());

  const meetDeletion = async (call: () => Promise<Answer>, table: string, id: number): Promise<Answer | undefined> => {
    const project = 'select 1 from project where id = $1 for update';
    const [answer] = await meetAtLock(test.dataSource, [project, [test.projectId]], [call], async (holder) => {
      await holder.query(`set local deadlock_timeout = '1min'`);
      await holder.query(`select 1 from ${table} where id = $1 for update`, [id]);
    });
    return answer;
  };

  it('should restart a task', async () => {
    const { id } = await newTask(test.dataSource, template, { status: 'success' });
    const restart = () => test.manager.post(`${test.base}/tasks/${id}/restart`);
    expect((await meetDeletion(restart, 'template', template.id))?.status).toBe(201);
  });

  it('should launch a task', async () => {
    const launch = () => test.manager.post(`${test.base}/tasks`, { template_id: template.id });
    expect((await meetDeletion(launch, 'template', template.id))?.status).toBe(201);
  });

  it('should describe a template', async () => {
    const describeIt = () =>
      test.manager.put(`${test.base}/templates/${template.id}/description`, { description: 'described' });
    expect((await meetDeletion(describeIt, 'template', template.id))?.status).toBe(204);
  });

  it('should register a runner', async () => {
    const body = { name: 'ours', tags: ['ours'] };
    const made = await test.manager.post(`${test.base}/runner_registration_tokens`, body);
    const { id, token } = made.json<RegistrationTokenWithSecret>();
    const publicKey = randomBytes(32).toString('base64');
    const register = () =>
      new Client(test.address).post('/api/runner-gateway/register', {
        registration_token: token,
        name: 'x',
        public_key: publicKey,
      });
    expect((await meetDeletion(register, 'runner_registration_token', id))?.status).toBe(200);
  });
});
