import { describe, expect, it } from '@jest/globals';
import { TaskInput } from '../task/task.js';
import { TemplateInput } from './template.js';

const ansible = { name: 'Deploy', playbook: 'site.yml', inventory_id: 1, repository_id: 2 };
const faults = (body: object): string[] =>
  (TemplateInput.safeParse(body).error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);

describe('TemplateInput', () => {
  it('should accept the empty app as ansible and echo it', () => {
    expect(TemplateInput.parse(ansible)).toMatchObject({
      app: '',
      type: '',
      vaults: [],
      survey_vars: [],
      task_params: {},
    });
  });

  it('should ask for an inventory of ansible only', () => {
    expect(faults({ ...ansible, inventory_id: 0 })).toEqual(['inventory_id: must not be empty']);
    expect(faults({ ...ansible, app: 'bash', inventory_id: null })).toEqual([]);
  });

  it('should ask for what the type needs and drop what belongs to another type', () => {
    expect(faults({ ...ansible, type: 'build' })).toEqual(['start_version: must not be empty']);
    expect(faults({ ...ansible, type: 'deploy' })).toEqual(['build_template_id: must not be empty']);
    const parsed = TemplateInput.parse({ ...ansible, start_version: '1.0', build_template_id: 3, autorun: true });
    expect(parsed).toMatchObject({ start_version: null, build_template_id: null, autorun: false });
  });

  it('should refuse a playbook shaped like an option, arguments that are no list, and an empty name', () => {
    expect(faults({ ...ansible, playbook: '-e@/etc/passwd' })).toEqual(['playbook: must not start with a dash']);
    expect(faults({ ...ansible, arguments: '{"a":1}' })).toEqual([
      'arguments: must be a JSON array of at most 1000 strings',
    ]);
    expect(faults({ ...ansible, name: '  ' })).toEqual(['name: must not be empty']);
  });

  it('should allow one default vault and client scripts only', () => {
    const password = { name: null, type: 'password', vault_key_id: 1 };
    expect(faults({ ...ansible, vaults: [password, { ...password, name: ' ' }] })).toEqual([
      'vaults: names must be unique',
    ]);
    expect(faults({ ...ansible, vaults: [password, { ...password, name: 'Default' }] })).toEqual([
      'vaults: names must be unique',
    ]);
    expect(faults({ ...ansible, vaults: [{ type: 'script', script: 'run.sh' }] })).toHaveLength(1);
    expect(faults({ ...ansible, vaults: [{ type: 'script', script: 'bin/vault-client.py' }] })).toEqual([]);
  });
});

describe('a vault without a type', () => {
  it('should have a password', () => {
    expect(TemplateInput.parse({ ...ansible, vaults: [{ vault_key_id: 1 }] }).vaults).toMatchObject([
      { type: 'password', vault_key_id: 1, name: null },
    ]);
    expect(faults({ ...ansible, vaults: [{ type: 'guess', vault_key_id: 1 }] })).toHaveLength(1);
  });
});

describe('TaskInput', () => {
  it('should take launch options from the top level or from params, params first', () => {
    const { params } = TaskInput.parse({ template_id: 1, dry_run: true, limit: 'a, b', params: { diff: true } });
    expect(params).toEqual({ dry_run: true, limit: ['a', 'b'], diff: true });
  });

  it('should refuse an environment that is no JSON object, and a limit file', () => {
    expect(TaskInput.safeParse({ template_id: 1, environment: { a: 1 } }).success).toBe(false);
    expect(TaskInput.safeParse({ template_id: 1, environment: '[1]' }).success).toBe(false);
    expect(TaskInput.safeParse({ template_id: 1, params: { limit: ['@/etc/passwd'] } }).success).toBe(false);
  });
});
