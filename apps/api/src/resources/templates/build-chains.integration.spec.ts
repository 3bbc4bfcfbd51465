import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_BUILD_CHAIN, type TaskWithTemplate, type Template as WireTemplate } from '@switchyard/contracts';
import type { Template } from '@switchyard/database';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { JobBuilder } from '../../runners/assignments/job-builder.js';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

describe('a deploy template that stands on another deploy template', () => {
  let test: ProjectFixture;
  let templates: string;
  beforeAll(async () => {
    test = await startProjectFixture();
    templates = `${test.base}/templates`;
  });
  afterAll(() => test.close());

  const row = (more: Partial<Template>) =>
    newTemplate(test.dataSource, { projectId: test.projectId, app: 'bash', playbook: 'run.sh', ...more });
  const build = () => row({ type: 'build', startVersion: '1.0' });
  const deploy = (of: Template) => row({ type: 'deploy', buildTemplateId: of.id, repositoryId: of.repositoryId });
  const read = async ({ id }: Template) => (await test.manager.get(`${templates}/${id}`)).json<WireTemplate>();
  const standOn = async (template: Template, on: Template): Promise<[number, string]> => {
    const body = { ...(await read(template)), type: 'deploy', build_template_id: on.id };
    const { status, text } = await test.manager.put(`${templates}/${template.id}`, body);
    return [status, text];
  };
  const refused = (words: string) => [400, expect.stringContaining(`build_template_id: ${words}`)];

  it('should be stored, where the chain ends in a build', async () => {
    const first = await deploy(await build());
    const second = await deploy(await build());
    expect(await standOn(second, first)).toEqual([204, '']);
    expect((await read(second)).build_template_id).toBe(first.id);
    expect(await standOn(first, await row({}))).toEqual(refused('must be a build template'));
    expect(await standOn(first, await deploy(await row({})))).toEqual(refused('must be a build template'));
  });

  it('should be refused where the chain leads back, or is too long', async () => {
    const first = await deploy(await build());
    const second = await deploy(first);
    expect(await standOn(first, second)).toEqual(refused('must not lead back'));
    expect(await standOn(first, first)).toEqual(refused('must not lead back'));
    const chain = [await build()];
    while (chain.length < MAX_BUILD_CHAIN) {
      chain.push(await deploy(chain.at(-1) as Template));
    }
    const last = chain.at(-1) as Template;
    expect(await standOn(first, last)).toEqual([204, '']);
    expect(await standOn(first, await deploy(last))).toEqual(refused('must lead to a build over at most'));
  });

  it('should be in no circle when several change at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, async () => deploy(await build())));
    const answers = await Promise.all(all.map((each, i) => standOn(each, all[(i + 1) % all.length] as Template)));
    expect(answers.map(([status]) => status).sort()).toEqual([204, 204, 204, 400]);
  });

  it('should take its version from the build at the end', async () => {
    const builder = await build();
    const first = await deploy(builder);
    const second = await deploy(first);
    const built = await newTask(test.dataSource, builder, { status: 'success', version: '1.7' });
    const staged = await newTask(test.dataSource, first, { status: 'success', buildTaskId: built.id });
    const answer = await test.manager.post(`${test.base}/tasks`, { template_id: second.id, build_task_id: staged.id });
    const task = answer.json<TaskWithTemplate>();
    expect([answer.status, task.version, task.build_task]).toMatchObject([
      201,
      null,
      { id: staged.id, version: '1.7' },
    ]);
    const [listed] = (await test.manager.get(`${templates}/${second.id}/tasks`)).json<TaskWithTemplate[]>();
    expect(listed?.build_task?.version).toBe('1.7');
    const { details } = await test.app.get(JobBuilder, { strict: false }).build(task.id);
    expect(details).toMatchObject({ type: 'deploy', incoming_version: '1.7' });
  });
});
