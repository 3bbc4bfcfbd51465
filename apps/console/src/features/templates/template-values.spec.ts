import { describe, expect, it } from '@jest/globals';
import { TemplateInput, type Template } from '@switchyard/contracts';
import {
  buildTemplates,
  hasBackend,
  templateBody,
  templateIssues,
  templateValues,
  type TemplateValues,
} from './template-values.js';

const stored: Template = {
  id: 9,
  project_id: 1,
  name: 'Deploy storefront',
  app: 'ansible',
  type: 'deploy',
  description: null,
  playbook: 'playbooks/deploy.yml',
  inventory_id: 2,
  repository_id: 3,
  environment_id: 4,
  environment_ids: [4],
  view_id: 7,
  git_branch: 'main',
  runner_tag: null,
  start_version: null,
  build_template_id: 8,
  autorun: true,
  suppress_success_alerts: false,
  arguments: '["--diff","--forks=20"]',
  allow_override_args_in_task: false,
  allow_override_branch_in_task: true,
  allow_any_vars_in_task: false,
  variable_patterns: [],
  timeout_minutes: 0,
  stop_grace_seconds: 900,
  confirmation_role: 'manager',
  confirmation_by_other: true,
  pull_requests: true,
  image: null,
  image_key_id: null,
  fork_runner_tag: 'strangers',
  pull_request_apply: 'members',
  forge_token: 'read',
  id_tokens: [{ variable: 'VAULT_ID_TOKEN', audience: 'https://vault.example' }],
  allow_parallel_tasks: true,
  survey_vars: null,
  vaults: [{ id: 1, project_id: 1, template_id: 9, name: null, type: 'password', vault_key_id: 5, script: null }],
  limit: '',
  task_params: { limit: ['web'], allow_debug: true },
  tasks: 87,
  last_task_id: null,
  last_task: null,
  active_tasks: 0,
  drifted_workspaces: 0,
  drift: null,
  vault_key_id: null,
};

const paths = (values: TemplateValues): unknown[] => templateIssues(values).map(({ path }) => path[0]);

describe('templateBody', () => {
  it('should send a stored template back as it was read', () => {
    const sent = TemplateInput.parse(templateBody(templateValues(stored, '')));
    expect(sent).toMatchObject({
      name: 'Deploy storefront',
      type: 'deploy',
      description: null,
      view_id: 7,
      allow_parallel_tasks: true,
      build_template_id: 8,
      autorun: true,
      id_tokens: [{ variable: 'VAULT_ID_TOKEN', audience: 'https://vault.example' }],
      arguments: '["--diff","--forks=20"]',
      vaults: [{ id: 1, name: null, type: 'password', vault_key_id: 5 }],
      task_params: { limit: ['web'], allow_debug: true },
    });
  });

  it('should send no questions and no description as they are read', () => {
    expect(templateBody(templateValues(stored, ''))).toMatchObject({ description: null, survey_vars: null });
  });

  it('should send the stages of a planned app apart, and its own options', () => {
    const plan = { ...templateValues(null, 'terraform'), name: 'Net', repository_id: 3, arguments: ['-parallelism=2'] };
    expect(templateBody(plan)).toMatchObject({ arguments: '["-parallelism=2"]' });
    const staged = {
      ...plan,
      apply_arguments: ['-parallelism=3'],
      task_params: { ...plan.task_params, auto_approve: true },
    };
    const sent = TemplateInput.parse(templateBody(staged));
    expect(sent.arguments).toBe('{"init":[],"plan":["-parallelism=2"],"apply":["-parallelism=3"]}');
    expect(sent.task_params).toMatchObject({ auto_approve: true, backend_filename: '' });
    expect(sent.task_params).not.toHaveProperty('limit');
    expect(templateIssues(staged)).toEqual([]);
  });

  it('should offer and keep another backend where the app has one, and not for Pulumi', () => {
    const sent = (app: string): object | null => {
      const values = { ...templateValues(null, app), name: 'n', repository_id: 3 };
      const body = templateBody({ ...values, task_params: { ...values.task_params, override_backend: true } });
      return TemplateInput.parse(body).task_params;
    };
    expect(['terraform', 'tofu', 'terragrunt', 'pulumi', 'ansible'].map(hasBackend)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect([sent('tofu'), sent('pulumi')]).toMatchObject([{ override_backend: true }, { allow_destroy: false }]);
    expect(sent('pulumi')).not.toHaveProperty('override_backend');
  });

  it('should refuse a backend file that is no Terraform file', () => {
    const values = templateValues(null, 'terraform');
    const wrong = {
      ...values,
      name: 'n',
      repository_id: 1,
      task_params: { ...values.task_params, backend_filename: '../a.tf' },
    };
    expect(templateIssues(wrong).map(({ message }) => message)).toEqual(['File must have extension .tf']);
  });

  it('should drop what belongs to Ansible when the app is another', () => {
    const body = templateBody({ ...templateValues(stored, ''), app: 'bash' });
    expect(body).toMatchObject({ inventory_id: null, vaults: [], arguments: '["--diff","--forks=20"]' });
  });

  it('should send no arguments rather than an empty list', () => {
    expect(templateBody(templateValues(null, 'bash'))).toMatchObject({ arguments: null });
  });
});

describe('buildTemplates', () => {
  it('should be builds and deploys, but not the template itself', () => {
    const others = [stored, { ...stored, id: 10 }, { ...stored, id: 11, type: 'build' as const }];
    const all = [...others, { ...stored, id: 12, type: '' as const }];
    expect(buildTemplates(all, 9).map(({ id }) => id)).toEqual([10, 11]);
    expect(buildTemplates(all, null).map(({ id }) => id)).toEqual([9, 10, 11]);
  });
});

describe('templateIssues', () => {
  it('should require of an Ansible template name, repository, playbook and inventory, all at once', () => {
    expect(paths(templateValues(null, 'ansible'))).toEqual(['name', 'repository_id', 'playbook', 'inventory_id']);
  });

  it('should not require an inventory of a script', () => {
    expect(paths({ ...templateValues(null, 'bash'), name: 'a', repository_id: 3, playbook: 'x.sh' })).toEqual([]);
  });

  it('should require the first version of a build and the build of a deploy', () => {
    const ready = { ...templateValues(null, 'bash'), name: 'a', repository_id: 3, playbook: 'x.sh' };
    expect(paths({ ...ready, type: 'build' })).toEqual(['start_version']);
    expect(paths({ ...ready, type: 'deploy' })).toEqual(['build_template_id']);
  });

  it('should refuse a script that leaves the repository', () => {
    const values = { ...templateValues(null, 'bash'), name: 'a', repository_id: 3, playbook: '../x.sh' };
    expect(templateIssues(values)).toMatchObject([{ path: ['playbook'], message: 'must not leave the repository' }]);
  });
});
