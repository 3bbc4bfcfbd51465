import type { TaskWithTemplate, Template } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';

/** A demo project in which some work was done. */
export interface DoneWork {
  projectId: number;
  /** A deploy by Ansible that succeeded. */
  deploy: number;
  /** A plan that waits for a decision. */
  plan: number;
}

/** Makes a demo project and runs its templates as a team would: builds that staging follows, a deploy, checks and a plan. */
export async function makeHistory(client: ApiClient): Promise<DoneWork> {
  const projectId = await client.create('/projects', { name: 'Storefront', demo: true });
  const templates = await client.call<Template[]>('GET', `/project/${projectId}/templates`);
  const start = (name: string, body: object = {}): Promise<number> => {
    const id = templates.find((each) => each.name === name)?.id;
    return client.create(`/project/${projectId}/tasks`, { template_id: id, ...body });
  };
  const succeed = async (task: number): Promise<number> => {
    await client.untilStatus(projectId, task, 'success');
    return task;
  };
  let build = 0;
  for (const message of ['Session cookies are SameSite=Lax', 'Product images are cached', 'Checkout in two steps']) {
    build = await succeed(await start('Build storefront', { message }));
    await succeed(await deployOf(client, projectId, build));
  }
  await succeed(await start('Hello', { message: 'First look' }));
  await succeed(await start('System report'));
  await succeed(await start('Check the hosts', { message: 'Before the release' }));
  const deploy = await succeed(await start('Deploy to production', { build_task_id: build, message: 'Release' }));
  const plan = await start('Network', { message: 'Three servers for the sale' });
  await client.untilStatus(projectId, plan, 'waiting_confirmation');
  return { projectId, deploy, plan };
}

/** The deploy that follows a build by itself. */
async function deployOf(client: ApiClient, projectId: number, build: number): Promise<number> {
  return eventually(
    async () => {
      const tasks = await client.call<TaskWithTemplate[]>('GET', `/project/${projectId}/tasks`);
      const found = tasks.find(({ build_task_id: id }) => id === build);
      return found?.id ?? Promise.reject(new Error('no deploy follows the build'));
    },
    { timeout: 60_000 },
  );
}
