import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Runner, Task, Template } from '@switchyard/database';
import { newRunner, newTask } from '@switchyard/database/testing';
import { EngineFixture } from './engine-fixture.js';

/** Set-up of specs of one task. */
export interface TaskSetUp {
  fixture: EngineFixture;
  /** The only runner, without limit. */
  runner: Runner;
  /** The only task, of a template of its own. */
  task: Task;
}

export interface TaskSetUpOptions {
  /** Members of the template. */
  template?: Partial<Template>;
  /** Whether the task is the runner's already; the signals of that are not kept. */
  assigned?: boolean;
}

/** Gives each spec of the block a runner and a task that no other has touched; the database belongs to the block. */
export function withTask(use: (made: TaskSetUp) => void | Promise<void>, options: TaskSetUpOptions = {}): void {
  const { template, assigned = true } = options;
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterAll(() => fixture.drop());
  beforeEach(async () => {
    await fixture.clear();
    const runner = await newRunner(fixture.source);
    const task = await newTask(fixture.source, await fixture.template(template));
    if (assigned) {
      await fixture.assign();
      fixture.signals.clear();
    }
    await use({ fixture, runner, task });
  });
}
