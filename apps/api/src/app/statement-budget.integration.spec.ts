import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { AccessChanges } from '../auth/access/access-changes.js';
import { type ProjectFixture, startProjectFixture } from '../testing/project-fixture.js';
import { countStatements, type SentStatements } from '../testing/statement-count.js';
import { storeLog } from '../testing/stored-log.js';

/** Calls before, after which each connection in use has prepared what the route asks. */
const WARM_UP = 12;
/** Counted calls, of which the cheapest is what the route costs: timers send some in between, a connection may be new. */
const CALLS = 4;

let test: ProjectFixture;
let places: { template: number; task: number };

beforeAll(async () => {
  test = await startProjectFixture();
  const { dataSource, projectId } = test;
  for (let i = 0; i < 12; i++) {
    const template = await newTemplate(dataSource, { projectId });
    const task = await newTask(dataSource, template, { status: 'success', ended: new Date() });
    places = { template: template.id, task: task.id };
    await storeLog(dataSource, task, [['first', 'second']]);
  }
});
afterAll(() => test.close());

/** Statements of one call of the route by somebody whom no cache knows. */
async function costOf(path: string): Promise<SentStatements> {
  const changes = test.app.get(AccessChanges);
  const counter = countStatements();
  try {
    const costs: SentStatements[] = [];
    for (let call = 0; call < WARM_UP + CALLS; call++) {
      changes.notifyListeners(null);
      const before = counter.read();
      expect([path, (await test.manager.get(path)).status]).toEqual([path, 200]);
      const after = counter.read();
      costs.push({ run: after.run - before.run, parsed: after.parsed - before.parsed });
    }
    return costs
      .slice(WARM_UP)
      .reduce((least, cost) => (cost.run + cost.parsed < least.run + least.parsed ? cost : least));
  } finally {
    counter.stop();
  }
}

describe('a read', () => {
  it.each<[string, number, () => string]>([
    ['the projects', 2, () => '/api/projects'],
    ['a project', 4, () => test.base],
    ['its templates', 4, () => `${test.base}/templates`],
    ['a template', 6, () => `${test.base}/templates/${places.template}`],
    ['its newest tasks', 3, () => `${test.base}/tasks/last`],
    ['the tasks of a template', 4, () => `${test.base}/templates/${places.template}/tasks`],
    ['a task', 3, () => `${test.base}/tasks/${places.task}`],
    ['the lines of a log', 5, () => `${test.base}/tasks/${places.task}/lines`],
    ['inventories', 3, () => `${test.base}/inventory`],
    ['activity', 3, () => `${test.base}/events`],
  ])('should cost few statements, all of them prepared: %s', async (_, statements, path) => {
    const cost = await costOf(path());
    expect(cost).toEqual({ run: statements, parsed: 0 });
  });
});
