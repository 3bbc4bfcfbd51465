import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Job, TaskWithTemplate, Template as WireTemplate } from '@switchyard/contracts';
import { Template } from '@switchyard/database';
import { newGitRepository } from '@switchyard/database/testing';
import { JobBuilder } from '../../runners/assignments/job-builder.js';
import { type Client, signInAs } from '../../testing/client.js';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

const CANARY = 'canary-55';
const QUESTION = { name: 'pin', title: 'Pin', type: 'secret', required: true, default_value: CANARY };

describe('the default of a secret question', () => {
  let test: ProjectFixture;
  let runner: Client;
  let templates: string;
  let body: object;

  beforeAll(async () => {
    test = await startProjectFixture();
    runner = await signInAs(test, test.projectId, 'task_runner');
    templates = `${test.base}/templates`;
    const { id } = await newGitRepository(test.dataSource, { projectId: test.projectId });
    body = { name: 'T', app: 'bash', playbook: 'run.sh', repository_id: id };
  });
  afterAll(() => test.close());

  const created = async (question: object = {}): Promise<WireTemplate> => {
    const answer = await test.manager.post(templates, { ...body, survey_vars: [{ ...QUESTION, ...question }] });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json<WireTemplate>();
  };
  const read = async (id: number) => (await test.manager.get(`${templates}/${id}`)).json<WireTemplate>();
  const put = async (template: WireTemplate, question: object) => {
    const survey_vars = template.survey_vars?.map((each) => ({ ...each, ...question }));
    expect((await test.manager.put(`${templates}/${template.id}`, { ...template, survey_vars })).status).toBe(204);
  };
  const jobOf = async (id: number, secret: object = {}): Promise<Job> => {
    const sent = { template_id: id, secret: JSON.stringify(secret) };
    const answer = await runner.post(`${test.base}/tasks`, sent);
    expect([answer.status, answer.text]).toEqual([201, expect.not.stringContaining(CANARY)]);
    return test.app.get(JobBuilder, { strict: false }).build(answer.json<TaskWithTemplate>().id);
  };

  it('should be stored sealed and shown to nobody', async () => {
    const template = await created();
    const list = await test.owner.get(templates);
    for (const shown of [template, await read(template.id), list.text]) {
      expect(JSON.stringify(shown)).not.toContain(CANARY);
      expect(JSON.stringify(shown)).not.toContain('sealed_default');
    }
    expect(template.survey_vars).toMatchObject([{ default_value: '', secret_default: true }]);
    const row = await test.dataSource.manager.findOneByOrFail(Template, { id: template.id });
    expect(JSON.stringify(row)).not.toContain(CANARY);
  });

  it('should be used by a launch without an answer, as a secret', async () => {
    const { id } = await created();
    const job = await jobOf(id);
    expect([job.secret_variables, job.launch.names]).toEqual([{ pin: CANARY }, ['pin']]);
    expect((await jobOf(id, { pin: 'own' })).secret_variables).toEqual({ pin: 'own' });
  });

  it('should stay when the template is sent back, and go or change when that is requested', async () => {
    const template = await created();
    await put(template, {});
    expect((await jobOf(template.id)).secret_variables).toEqual({ pin: CANARY });
    await put(template, { default_value: 'next' });
    expect((await jobOf(template.id)).secret_variables).toEqual({ pin: 'next' });
    await put(template, { secret_default: false, required: false });
    expect((await read(template.id)).survey_vars).toMatchObject([{ default_value: '', secret_default: false }]);
    expect((await jobOf(template.id)).secret_variables).toEqual({});
  });

  it('should not become the default of a question of another type or name', async () => {
    const template = await created();
    await put(template, { type: '', required: false });
    expect((await read(template.id)).survey_vars).toMatchObject([{ type: '', default_value: '' }]);
    await put(template, { type: 'secret', required: false });
    expect((await jobOf(template.id)).secret_variables).toEqual({});
  });
});
