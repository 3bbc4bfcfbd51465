import type { Job, TaskWithTemplate } from '@switchyard/contracts';
import type { Template } from '@switchyard/database';
import { newTemplate } from '@switchyard/database/testing';
import { JobBuilder } from '../runners/assignments/job-builder.js';
import { type Answer, type Client, signInAs } from './client.js';
import { type ProjectFixture, startProjectFixture } from './project-fixture.js';

/** A project in which somebody who may only run tasks launches templates. */
export interface LaunchFixture extends ProjectFixture {
  /** May run tasks, and nothing else. */
  runner: Client;
  template(row?: Partial<Template>): Promise<Template>;
  launch(client: Client, on: Template, body?: object): Promise<Answer>;
  /** Launches what must be accepted. */
  launched(client: Client, on: Template, body?: object): Promise<TaskWithTemplate>;
  /** Job that a runner would get for the task. */
  jobOf(task: { id: number }): Promise<Job>;
}

/** @param defaults members of every template */
export async function startLaunchFixture(defaults: Partial<Template>): Promise<LaunchFixture> {
  const test = await startProjectFixture();
  const { base, projectId } = test;
  const launch = (client: Client, on: Template, body: object = {}): Promise<Answer> =>
    client.post(`${base}/tasks`, { template_id: on.id, ...body });
  return {
    ...test,
    runner: await signInAs(test, projectId, 'task_runner'),
    template: (row = {}) => newTemplate(test.dataSource, { projectId, ...defaults, ...row }),
    launch,
    async launched(client, on, body) {
      const answer = await launch(client, on, body);
      if (answer.status !== 201) {
        throw new Error(`the launch was refused: ${answer.status} ${answer.text}`);
      }
      return answer.json<TaskWithTemplate>();
    },
    jobOf: ({ id }) => test.app.get(JobBuilder, { strict: false }).build(id),
  };
}
