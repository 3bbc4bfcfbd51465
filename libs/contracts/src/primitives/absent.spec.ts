import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { EnvironmentInput } from '../environment/environment.js';
import { GitRepositoryInput } from '../git-repository/git-repository.js';
import { InventoryInput } from '../inventory/inventory.js';
import { KeyInput } from '../key/key.js';
import { ProjectInput, ProjectUpdate } from '../project/project.js';
import { RunnerInput } from '../runner/runner.js';
import { TaskInput } from '../task/task.js';
import { TemplateInput } from '../template/template.js';
import { UserUpdate } from '../user/user.js';
import { meantOfTwo } from './absent.js';

const template = { name: 't', app: 'bash', playbook: 'x.sh', repository_id: 1 };
const BODIES: [string, z.ZodType, object][] = [
  ['key', KeyInput, { name: 'k', type: 'none' }],
  ['repository', GitRepositoryInput, { name: 'r', git_url: '/srv/x', ssh_key_id: 1 }],
  ['inventory', InventoryInput, { name: 'i', type: 'static' }],
  ['environment', EnvironmentInput, { name: 'e' }],
  ['template', TemplateInput, template],
  ['project', ProjectInput, { name: 'p' }],
  ['project update', ProjectUpdate, { name: 'p' }],
  ['runner', RunnerInput, { name: 'r' }],
  ['user', UserUpdate, { name: 'n', username: 'u', email: 'u@example.test' }],
];

describe('an id that is none', () => {
  it.each(BODIES)('should count as absent in the body of a %s', (_, schema, body) => {
    for (const id of [0, null]) {
      expect(schema.parse({ ...body, id, project_id: id })).toEqual(schema.parse(body));
    }
    expect(schema.safeParse({ ...body, id: -1 }).success).toBe(false);
  });

  it.each([0, null])('should count as absent in secrets and vaults when it is %s', (id) => {
    const secret = { id, name: 'A', type: 'var', secret: 's', operation: 'create' };
    expect(EnvironmentInput.parse({ name: 'e', secrets: [secret] }).secrets?.[0]?.id).toBeUndefined();
    const vaults = [{ id, vault_key_id: 4 }];
    expect(TemplateInput.parse({ ...template, vaults }).vaults[0]?.id).toBeUndefined();
  });
});

describe('a null in launch options', () => {
  it('should count as absent in the params of a task', () => {
    const params = { limit: null, tags: null, debug: null, debug_level: null, dry_run: true, destroy: null };
    expect(TaskInput.parse({ template_id: 1, params }).params).toEqual({ dry_run: true });
  });

  it('should count as absent in the task_params of a template', () => {
    const task_params = { limit: null, allow_debug: null, backend_filename: null, tags: ['a'] };
    expect(TemplateInput.parse({ ...template, task_params }).task_params).toEqual({ tags: ['a'] });
  });

  it.each([[], 'x', 1])('should not excuse %j', (params) => {
    expect(TaskInput.safeParse({ template_id: 1, params }).success).toBe(false);
  });
});

describe('meantOfTwo', () => {
  it.each([
    ['the list alone', { list: [3], first: undefined }, [], [3]],
    ['the first alone', { list: undefined, first: 3 }, [7], [3]],
    ['neither', { list: undefined, first: null }, [7], []],
    ['the list, when both are new', { list: [3], first: 5 }, [7], [3]],
    ['the list, when it is new and the first is not', { list: [3, 7], first: 7 }, [7], [3, 7]],
    ['the list, when the first was not sent', { list: [7], first: undefined }, [7], [7]],
    ['the list, when nothing was edited', { list: [7, 8], first: 7 }, [7, 8], [7, 8]],
    ['the first, when the list came back as it is stored', { list: [7, 8], first: 3 }, [7, 8], [3]],
    ['none, when the first was emptied', { list: [7], first: null }, [7], []],
    ['the first, when nothing is stored', { list: [], first: 3 }, [], [3]],
  ])('should take %s', (_, sent, stored, meant) => {
    expect(meantOfTwo(sent, stored)).toEqual(meant);
  });
});
