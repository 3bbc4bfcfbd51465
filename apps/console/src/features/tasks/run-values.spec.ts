import { describe, expect, it } from '@jest/globals';
import { TaskInput, type SurveyVariable, type Template } from '@switchyard/contracts';
import { givenVariables } from './given-variables.js';
import { runBody, runField, runIssues, runValues, titleName } from './run-values.js';

const question = (name: string, change: Partial<SurveyVariable>): SurveyVariable => ({
  name,
  title: name,
  description: '',
  type: '',
  required: false,
  values: [],
  default_value: '',
  ...change,
});

function template(change: Partial<Template>): Template {
  return {
    id: 4,
    app: 'ansible',
    type: '',
    git_branch: 'main',
    inventory_id: 2,
    arguments: '["--diff"]',
    allow_override_args_in_task: false,
    allow_override_branch_in_task: false,
    survey_vars: [],
    task_params: {},
    allow_any_vars_in_task: false,
    variable_patterns: [],
    ...change,
  } as Template;
}

describe('runBody', () => {
  it('should send no override that the template does not allow', () => {
    const plain = template({ task_params: { allow_debug: false } });
    const values = { ...runValues(plain, null), git_branch: 'evil', limit: ['db'], debug_level: 4 };
    expect(runBody(plain, values)).toEqual({
      template_id: 4,
      message: '',
      environment: '{}',
      secret: '{}',
      params: { dry_run: false, diff: false },
    });
  });

  it('should run the task of a pull request again as one, at its commit, unless another branch is chosen', () => {
    const pull_request = { number: 8, title: 't', url: null, fork: true };
    const again = { id: 3, pull_request, commit_hash: 'c0ffee', git_branch: 'refs/pull/8/head' };
    const choices = { ...again, params: {}, build_task_id: null, inventory_id: null, arguments: null };
    const body = (change: object, part: object = {}) => {
      const of = template({ allow_override_branch_in_task: true, ...part });
      return runBody(of, { ...runValues(of, choices), ...change }, again);
    };
    const same = { id: 3, commit_hash: 'c0ffee', git_branch: 'refs/pull/8/head' };
    expect(body({})).toMatchObject(same);
    expect(body({}, { allow_override_branch_in_task: false })).toMatchObject(same);
    expect(body({ git_branch: 'main' })).not.toHaveProperty('commit_hash');
    expect(
      runBody(template({}), runValues(template({}), choices), { ...again, pull_request: null }),
    ).not.toHaveProperty('id');
  });

  it('should send what the template allows', () => {
    const open = template({
      allow_override_branch_in_task: true,
      allow_override_args_in_task: true,
      task_params: { limit: ['web'], allow_override_limit: true, allow_debug: true, allow_override_inventory: true },
    });
    const values = { ...runValues(open, null), debug_level: 3, dry_run: true };
    expect(TaskInput.parse(runBody(open, values))).toMatchObject({
      git_branch: 'main',
      inventory_id: 2,
      arguments: '[]',
      params: { limit: ['web'], debug: true, debug_level: 3, dry_run: true, diff: false },
    });
  });

  it('should keep secret answers apart and send numbers as numbers', () => {
    const on = template({
      survey_vars: [
        question('share', { type: 'int', default_value: '10' }),
        question('pin', { type: 'secret', default_value: 'never' }),
        question('note', {}),
      ],
    });
    const values = runValues(on, null);
    expect(values.survey).toEqual({ share: '10', pin: '', note: '' });
    const body = runBody(on, { ...values, survey: { share: '025', pin: '1234', note: '' } });
    expect(body).toMatchObject({ environment: '{"share":"025"}', secret: '{"pin":"1234"}' });
  });
});

describe('runValues', () => {
  it('should start again with the choices of the earlier task', () => {
    const again = {
      params: { limit: ['db'], debug: true, debug_level: 2 },
      build_task_id: null,
      git_branch: 'hotfix',
      inventory_id: null,
      arguments: null,
    };
    expect(runValues(template({}), again)).toMatchObject({ limit: ['db'], debug_level: 2, git_branch: 'hotfix' });
  });
});

describe('a task that is run again', () => {
  const questions = [question('release', { default_value: '1.0' }), question('count', { type: 'int' })];
  const pin = question('pin', { type: 'secret' });
  const given = { release: '2.0', count: 4, pin: 'leaked', region: 'eu' };

  it('should have the same answers, secrets asked for again, and further variables where they are allowed', () => {
    const on = template({ survey_vars: [...questions, pin], allow_any_vars_in_task: true });
    const values = runValues(on, null, given);
    expect(values.survey).toEqual({ release: '2.0', count: '4', pin: '' });
    expect(JSON.parse(values.variables)).toEqual({ region: 'eu' });
    expect(runBody(on, values)).toMatchObject({
      environment: JSON.stringify({ region: 'eu', release: '2.0', count: '4' }),
      secret: '{}',
    });
    expect(runValues(template({ survey_vars: questions }), null, given).variables).toBe('');
  });

  it('should take the variables of a task whose text is not readable for none', () => {
    expect([givenVariables({ environment: '' }), givenVariables({ environment: '[1]' })]).toEqual([{}, {}]);
  });

  it('should take an object alone for further variables', () => {
    const on = template({ allow_any_vars_in_task: true });
    const faults = (variables: string) => runIssues(on, { ...runValues(on, null), variables });
    expect(faults('region: eu')).toMatchObject([{ path: ['variables'], code: 'json_object' }]);
    expect([faults(''), faults('{"region":"eu"}')]).toEqual([[], []]);
  });
});

describe('runIssues', () => {
  it('should require answers, digits, and a build', () => {
    const on = template({
      type: 'deploy',
      survey_vars: [question('pin', { required: true }), question('share', { type: 'int' })],
    });
    const values = { ...runValues(on, null), survey: { pin: '', share: 'ten' } };
    expect(runIssues(on, values)).toMatchObject([
      { path: ['build_task_id'], code: 'empty' },
      { path: ['survey', 'pin'], code: 'answer_required', params: { title: 'pin' } },
      { path: ['survey', 'share'], code: 'answer_digits', params: { title: 'share' } },
    ]);
  });

  it('should need no answer to a secret with a stored default', () => {
    const pin = question('pin', { type: 'secret', required: true, secret_default: true });
    const on = template({ survey_vars: [pin] });
    expect(runIssues(on, runValues(on, null))).toEqual([]);
  });

  it('should place a wrong pattern at its field', () => {
    const open = template({ task_params: { allow_override_limit: true } });
    const values = { ...runValues(open, null), limit: ['@/etc/passwd'] };
    const [fault] = runIssues(open, values);
    expect(fault).toMatchObject({ code: 'host_pattern' });
    expect(fault && runField(open)(fault)).toEqual(['limit']);
  });

  it('should place the fault of an answer that the server found at its question', () => {
    const on = template({ survey_vars: [question('pin', { title: 'Your pin' })] });
    const refused = { path: [], code: 'answer_required', params: { title: 'Your pin' } };
    expect(runField(on)(refused)).toEqual(['survey', 'pin']);
  });
});

describe('titleName', () => {
  it('should cut a long name to fourteen characters and an ellipsis', () => {
    expect(titleName('Deploy storefront')).toBe('Deploy storefr...');
    expect(titleName('Sixteen letters!')).toBe('Sixteen letters!');
    expect(titleName('a\u202eb')).toBe('a‹U+202E›b');
  });
});
