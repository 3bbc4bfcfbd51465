import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WantedTag } from '@switchyard/contracts';
import { newProject, newTask, newTemplate } from '@switchyard/database/testing';
import type { Answer } from '../testing/client.js';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';

let test: ProjectFixture;

beforeAll(async () => {
  test = await startProjectFixture();
  for (const projectId of [test.projectId, (await newProject(test.dataSource)).id]) {
    const template = await newTemplate(test.dataSource, { projectId, runnerTag: 'windows' });
    await newTask(test.dataSource, template);
  }
});
afterAll(() => test.close());

const wanted = (answer: Answer): unknown[] => [answer.status, ...answer.json<WantedTag[]>()];

describe('the tags that waiting tasks need and no runner has', () => {
  it('should be those of every project for administrators, and of one for its members', async () => {
    const path = `${test.base}/runner_tags/wanted`;
    expect(wanted(await test.admin.get('/api/runner_tags/wanted'))).toEqual([
      200,
      { tag: 'windows', number_of_tasks: 2 },
    ]);
    expect(wanted(await test.owner.get(path))).toEqual([200, { tag: 'windows', number_of_tasks: 1 }]);
    expect((await test.owner.get('/api/runner_tags/wanted')).status).toBe(403);
    expect((await test.owner.get(`/api/project/${test.foreign.projectId}/runner_tags/wanted`)).status).toBe(404);
  });
});
