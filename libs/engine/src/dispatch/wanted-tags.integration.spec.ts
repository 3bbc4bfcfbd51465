import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Template } from '@switchyard/database';
import { newProject, newRunner, newTask } from '@switchyard/database/testing';
import { EngineFixture } from '../testing/engine-fixture.js';
import { wantedTags } from './wanted-tags.js';

let fixture: EngineFixture;
let projects: [number, number];

beforeAll(async () => (fixture = await EngineFixture.open()));
afterAll(() => fixture.drop());
beforeEach(async () => {
  await fixture.clear();
  projects = [(await newProject(fixture.source)).id, (await newProject(fixture.source)).id];
});

async function waiting(projectId: number, tag: string, count: number, row: Partial<Template> = {}): Promise<void> {
  const template = await fixture.template({ projectId, runnerTag: tag, ...row });
  for (let i = 0; i < count; i++) {
    await newTask(fixture.source, template);
  }
}

describe(wantedTags.name, () => {
  it('should count the waiting tasks of each tag that nobody offers, most first', async () => {
    await waiting(projects[0], 'gpu', 1);
    await waiting(projects[0], 'windows', 2);
    await waiting(projects[1], 'windows', 1, { app: 'python' });
    await waiting(projects[0], '', 4);
    expect(await wantedTags(fixture.engine, null)).toEqual([
      { tag: 'windows', number_of_tasks: 3 },
      { tag: 'gpu', number_of_tasks: 1 },
    ]);
    expect(await wantedTags(fixture.engine, projects[1])).toEqual([{ tag: 'windows', number_of_tasks: 1 }]);
  });

  it('should leave out what a runner offers that serves the project, be it busy or not', async () => {
    await waiting(projects[0], 'gpu', 1);
    await waiting(projects[1], 'gpu', 1);
    await newRunner(fixture.source, { projectId: projects[0], tags: ['gpu', 'x'], maxParallelTasks: 1 });
    expect(await wantedTags(fixture.engine, null)).toEqual([{ tag: 'gpu', number_of_tasks: 1 }]);
    expect(await wantedTags(fixture.engine, projects[0])).toEqual([]);
    await newRunner(fixture.source, { tags: ['gpu'] });
    expect(await wantedTags(fixture.engine, null)).toEqual([]);
  });

  it.each([
    ['switched off', { active: false }],
    ['drained', { draining: true }],
    ['paused', { pausedReason: 'disk full' }],
    ['lost', { touched: new Date(Date.now() - 60_000) }],
    ['not here yet', { touched: null }],
  ])('should not count on a runner that is %s', async (_what, row) => {
    await waiting(projects[0], 'gpu', 1);
    await newRunner(fixture.source, { tags: ['gpu'], ...row });
    expect(await wantedTags(fixture.engine, null)).toHaveLength(1);
  });
});
