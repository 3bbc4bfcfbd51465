import { describe, expect, it } from '@jest/globals';
import { describeIssues, issuesOf } from '../errors/issue.js';
import { TaskInput } from '../task/task.js';
import { answerKind } from './survey.js';
import { TemplateInput, templateLack } from './template.js';

const ansible = { name: 'Deploy', playbook: 'site.yml', inventory_id: 1, repository_id: 2 };
const faults = (body: object): string[] =>
  issuesOf(TemplateInput.safeParse(body).error?.issues ?? []).map((issue) => describeIssues([issue]));

describe('TemplateInput', () => {
  it('should accept the empty app as ansible and echo it', () => {
    expect(TemplateInput.parse(ansible)).toMatchObject({
      app: '',
      type: '',
      vaults: [],
      survey_vars: [],
      task_params: null,
    });
  });

  it('should require an inventory of ansible only', () => {
    expect(faults({ ...ansible, inventory_id: 0 })).toEqual(['inventory_id: must not be empty']);
    expect(faults({ ...ansible, app: 'bash', inventory_id: null })).toEqual([]);
  });

  it('should name all that is missing at once', () => {
    const missing = ['name', 'playbook', 'inventory_id', 'repository_id'];
    expect(faults({}).map((fault) => fault.split(':')[0])).toEqual(expect.arrayContaining(missing));
    expect(faults({ type: 'build', app: 'bash', arguments: 5 })).not.toEqual([]);
  });

  it('should name what the type lacks to be launched, and drop what belongs to another type', () => {
    const lackOf = (body: object) => templateLack(TemplateInput.parse({ ...ansible, ...body }))?.code;
    expect([lackOf({ type: 'build' }), lackOf({ type: 'build', start_version: '1' })]).toEqual([
      'template_without_version',
      undefined,
    ]);
    expect([lackOf({ type: 'deploy' }), lackOf({ type: 'deploy', build_template_id: 1 }), lackOf({})]).toEqual([
      'template_without_build',
      undefined,
      undefined,
    ]);
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
      'vaults.1.name: this name is used twice',
    ]);
    expect(faults({ ...ansible, vaults: [password, { ...password, name: 'Default' }] })).toEqual([
      'vaults.1.name: this name is used twice',
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

describe('task_params', () => {
  const parsed = (task_params: unknown) => TemplateInput.parse({ ...ansible, task_params }).task_params;

  it('should keep members that are not known, and take null for absent', () => {
    const other = { params: { tags: ['a'], deep: [{ b: null }] } };
    expect(parsed({ limit: 'web, db', other, allow_debug: null, tags: null })).toEqual({ limit: ['web', 'db'], other });
    expect([parsed(null), parsed(undefined), parsed({})]).toEqual([null, null, {}]);
  });

  it('should bound what is kept, and refuse patterns that are none', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
    expect(faults({ ...ansible, task_params: nested(16) as object })).toEqual([]);
    expect(faults({ ...ansible, task_params: nested(17) as object })).toHaveLength(1);
    const wide = Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`m${index}`, 'ä'.repeat(11_000)]));
    expect(faults({ ...ansible, task_params: wide })).toHaveLength(1);
    expect(faults({ ...ansible, task_params: { limit: ['@/etc/passwd'] } })).toHaveLength(1);
  });
});

describe('survey_vars', () => {
  const question = (change: object) => ({ name: 'size', title: 'Size', ...change });
  const surveyFaults = (...questions: object[]) => faults({ ...ansible, survey_vars: questions });

  it.each([
    ['integer', 'int'],
    ['string', ''],
  ] as const)('should keep the type %s and know what it asks for', (type, kind) => {
    const { survey_vars } = TemplateInput.parse({ ...ansible, survey_vars: [question({ type })] });
    expect([survey_vars[0]?.type, answerKind({ type })]).toEqual([type, kind]);
  });

  it('should refuse a default of an integer that has other characters than digits', () => {
    expect(surveyFaults(question({ type: 'integer', default_value: '1x' }))).toEqual([
      'survey_vars.0.default_value: must consist of digits',
    ]);
    expect(surveyFaults(question({ type: 'int', default_value: '007' }), question({ name: 'b' }))).toEqual([]);
  });

  it('should refuse a name that is there twice', () => {
    expect(surveyFaults(question({}), question({ name: ' size', title: 'Other' }))).toEqual([
      'survey_vars.1.name: this name is used twice',
    ]);
  });
});

describe('TaskInput', () => {
  it('should refuse an environment that is no JSON object', () => {
    expect(TaskInput.safeParse({ template_id: 1, environment: { a: 1 } }).success).toBe(false);
    expect(TaskInput.safeParse({ template_id: 1, environment: '[1]' }).success).toBe(false);
  });

  it('should take 0 and null for no earlier task', () => {
    for (const id of [0, null, undefined]) {
      expect(TaskInput.parse({ template_id: 1, id }).id).toBeNull();
    }
  });

  it('should be read again as it was read', () => {
    const sent = { template_id: 1, id: 7, arguments: '["x"]', limit: 'a,b', dry_run: false, params: { tags: 't' } };
    const read = TaskInput.parse(sent);
    expect(TaskInput.parse(read)).toEqual(read);
  });
});
