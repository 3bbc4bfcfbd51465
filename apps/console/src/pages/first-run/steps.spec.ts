import { describe, expect, it } from '@jest/globals';
import type { GitRepository, Inventory, Key, TaskWithTemplate, Template } from '@switchyard/contracts';
import { guideSteps, type ProjectParts } from './steps.js';

const none = { type: 'none' } as Key;
const ssh = { type: 'ssh' } as Key;
const repository = {} as GitRepository;
const inventory = {} as Inventory;
const template = { last_task: null } as Template;
const task = (status: string): TaskWithTemplate => ({ status }) as TaskWithTemplate;

const parts = (change: Partial<ProjectParts>): ProjectParts => ({
  keys: [none],
  repositories: [],
  inventories: [],
  templates: [],
  tasks: [],
  ...change,
});

describe('guideSteps', () => {
  it('should begin with the key although the empty key exists', () => {
    expect(guideSteps(parts({}))).toEqual({
      key: 'now',
      repository: 'ready',
      inventory: 'ready',
      template: 'later',
      run: 'later',
    });
  });

  it('should go on with the repository once a key exists', () => {
    expect(guideSteps(parts({ keys: [none, ssh] }))).toMatchObject({
      key: 'done',
      repository: 'now',
      inventory: 'ready',
    });
  });

  it('should need no key when a repository was connected without one', () => {
    expect(guideSteps(parts({ repositories: [repository] }))).toMatchObject({
      key: 'done',
      inventory: 'now',
      template: 'ready',
    });
  });

  it('should lead to the run once a template exists, also while its first task failed', () => {
    const ready = parts({
      repositories: [repository],
      inventories: [inventory],
      templates: [template],
      tasks: [task('error')],
    });
    expect(guideSteps(ready)).toMatchObject({ template: 'done', run: 'now' });
  });

  it('should end once a task has succeeded', () => {
    expect(guideSteps(parts({ templates: [template], tasks: [task('error'), task('success')] }))).toBeNull();
  });
});
