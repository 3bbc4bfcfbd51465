import { z } from 'zod';
import type { ExampleIds } from '../definitions/definition.js';
import type { ResourceNoun } from '../definitions/all-resources.js';

/** How a kind of resource keeps what is sent of it. */
export interface SentBody {
  /** A body with every member of the input, each with a value that means something. */
  full: (ids: ExampleIds) => Record<string, unknown>;
  /** Members that are written and never read. */
  written?: readonly string[];
  /** Members that stay as they are where a change leaves them out. */
  kept?: readonly string[];
  /** Members that a member needs beside it to mean something. */
  beside?: Readonly<Record<string, object>>;
  /** Members under which the same value is read, by the member that was sent. */
  twins?: Readonly<Record<string, readonly string[]>>;
  /** Members that may be sent in more than one way: all ways of each. */
  spellings?: (ids: ExampleIds) => Record<string, readonly unknown[]>;
  /** Values that are read where a member was not sent, other than none. */
  defaults?: Record<string, unknown>;
}

/** The bodies of each kind of resource; a new one does not compile without them. */
export const SENT_BODIES: Readonly<Record<ResourceNoun, SentBody>> = {
  key: {
    full: () => ({
      name: 'full',
      type: 'login_password',
      login_password: { login: 'l', password: 'p' },
      ssh: null,
      github_app: null,
      vault_reference: null,
      override_secret: true,
    }),
    written: ['login_password', 'ssh', 'github_app', 'override_secret'],
    kept: ['github_app'],
    defaults: {
      login_password: expectedBlank(['login', 'password']),
      ssh: expectedBlank(['login', 'passphrase', 'private_key']),
      github_app: expectedBlank(['server', 'app_id', 'installation_id', 'private_key']),
    },
  },
  repository: {
    full: ({ keyId }) => ({
      name: 'full',
      git_url: 'https://git.test/a.git',
      git_branch: 'main',
      ssh_key_id: keyId,
      lfs: true,
      submodules: true,
      paths: ['live/network'],
      ca_certificates: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      known_hosts: 'git.test ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA',
      second_key_id: keyId,
      second_key_prefix: 'https://git.test/b/',
      forge: 'gitlab',
      web_url: 'https://forge.test/a',
      status_key_id: keyId,
    }),
    kept: [
      'lfs',
      'submodules',
      'paths',
      'ca_certificates',
      'known_hosts',
      'second_key_id',
      'second_key_prefix',
      'forge',
      'web_url',
      'status_key_id',
    ],
    beside: { second_key_id: { second_key_prefix: 'https://git.test/b/' } },
    defaults: { lfs: true, submodules: true },
  },
  inventory: {
    full: ({ keyId, repositoryId }) => ({
      name: 'full',
      type: 'file',
      inventory: 'hosts',
      ssh_key_id: keyId,
      become_key_id: keyId,
      repository_id: repositoryId,
      template_id: null,
      holder_id: null,
      runner_tag: 'web',
    }),
  },
  environment: {
    full: () => ({
      name: 'full',
      password: 'nodejs-runner:v2.0.3',
      json: '{"a":1}',
      env: '{"A":"1"}',
      secrets: [{ type: 'var', name: 'a', secret: 's', operation: 'create' }],
    }),
    written: ['secrets'],
    kept: ['password'],
  },
  view: {
    full: () => ({
      title: 'full',
      position: 4,
      hidden: true,
      type: '',
      sort_column: 'name',
      sort_reverse: true,
    }),
    kept: ['hidden', 'type', 'sort_column', 'sort_reverse'],
  },
  template: {
    full: ({ keyId, repositoryId, inventoryId, environmentId, viewId }) => ({
      name: 'full',
      app: 'bash',
      type: 'build',
      description: 'd',
      playbook: 'infra',
      inventory_id: inventoryId,
      repository_id: repositoryId,
      environment_id: environmentId,
      environment_ids: [environmentId],
      view_id: viewId,
      git_branch: 'next',
      runner_tag: 'web',
      start_version: '1.0',
      build_template_id: null,
      autorun: false,
      suppress_success_alerts: true,
      arguments: '["-v"]',
      allow_override_args_in_task: true,
      allow_override_branch_in_task: true,
      allow_parallel_tasks: true,
      allow_any_vars_in_task: true,
      variable_patterns: ['APP_*'],
      timeout_minutes: 7,
      stop_grace_seconds: 120,
      confirmation_role: 'owner',
      confirmation_by_other: true,
      pull_requests: true,
      fork_runner_tag: 'strangers',
      image: 'registry.example:5000/team/tools:1.4',
      image_key_id: keyId,
      pull_request_apply: 'members',
      forge_token: 'write',
      id_tokens: [{ variable: 'AWS_WEB_IDENTITY_TOKEN', audience: 'sts.amazonaws.com' }],
      survey_vars: [
        { name: 'a', title: 'A', description: 'd', type: 'integer', required: true, values: [], default_value: '1' },
      ],
      vaults: [{ name: 'prod', type: 'script', vault_key_id: null, script: 'vault-client.py' }],
      task_params: { allow_destroy: true, limit: ['web', 'db'], of_another_version: { deep: [1, null] } },
      limit: 'web,db',
    }),
    kept: [
      'allow_any_vars_in_task',
      'variable_patterns',
      'timeout_minutes',
      'stop_grace_seconds',
      'confirmation_role',
      'confirmation_by_other',
      'pull_requests',
      'fork_runner_tag',
      'image',
      'image_key_id',
      'pull_request_apply',
      'forge_token',
      'id_tokens',
    ],
    beside: { start_version: { type: 'build' } },
    twins: {
      environment_id: ['environment_ids'],
      environment_ids: ['environment_id'],
      limit: ['task_params'],
      task_params: ['limit'],
    },
    spellings: () => ({
      type: ['', 'build', 'deploy'],
      survey_vars: ['', 'string', 'int', 'integer', 'secret', 'enum'].map((type) => [
        { name: 'a', title: 'A', type, values: type === 'enum' ? [{ name: 'one', value: '1' }] : [] },
      ]),
      arguments: ['[]', '["-v", "x"]'],
    }),
    defaults: { confirmation_role: 'task_runner', pull_request_apply: 'nobody', forge_token: 'none' },
  },
  schedule: {
    full: ({ templateId }) => ({
      template_id: templateId,
      name: 'full',
      active: false,
      pause_reason: 'holidays',
      type: '',
      cron_format: '0 4 * * *',
      run_at: null,
      timezone: 'Europe/Berlin',
      delete_after_run: true,
      overlap_policy: 'skip',
      missed_policy: 'run_once',
      repository_id: null,
      workflow_id: null,
      task_params: { message: 'm', environment: '{ "a": 1 }', params: { debug: true, other: 1 }, other: ['x'] },
    }),
    kept: ['active', 'pause_reason', 'timezone', 'overlap_policy', 'missed_policy'],
    // A schedule that goes on has no reason to rest.
    beside: { pause_reason: { active: false } },
    twins: { timezone: ['next_run_at'] },
    defaults: { overlap_policy: 'queue', missed_policy: 'skip' },
  },
  integration: {
    full: ({ templateId, loginId }) => ({
      name: 'full',
      template_id: templateId,
      auth_method: 'none',
      auth_header: 'X-Kept',
      auth_secret_id: loginId,
      hmac_algorithm: 'sha512',
      hmac_prefix: 'sha512=',
      searchable: true,
      empty_answer: true,
      stops_older: true,
      branches: ['main', 'release/*'],
      paths: ['infra/**'],
      ignores_matchers: true,
      task_params: { environment: '{ "a": 1 }', other: { deep: true } },
      preset: 'github',
    }),
    written: ['preset'],
    spellings: () => ({ auth_method: ['', 'none'] }),
    kept: ['hmac_algorithm', 'hmac_prefix', 'empty_answer', 'ignores_matchers', 'stops_older', 'branches', 'paths'],
    defaults: { hmac_algorithm: 'sha256' },
  },
  channel: {
    full: () => ({
      name: 'full',
      type: 'telegram',
      active: false,
      events: ['failure'],
      target: '-100',
      url: null,
      token: '1:a',
      override_secret: true,
    }),
    kept: ['active'],
    written: ['url', 'token', 'override_secret'],
    defaults: { active: true },
  },
  workflow: {
    full: ({ templateId }) => ({
      name: 'full',
      description: 'd',
      concurrency: 'queue',
      nodes: [
        {
          kind: 'template',
          node: 'a',
          name: 'A',
          join: 'any',
          template_id: templateId,
          environment: '{"a":1}',
          variables: [],
        },
        {
          kind: 'approval',
          node: 'ok',
          name: '',
          join: 'all',
          role: 'manager',
          user_ids: [],
          four_eyes: true,
          reason_required: true,
          approvals_needed: 2,
          deadline_minutes: 90,
        },
        { kind: 'delay', node: 'rest', name: '', join: 'all', delay_minutes: 5 },
        { kind: 'condition', node: 'fits', name: '', join: 'all', expression: 'true' },
        { kind: 'note', node: 'why', text: 't' },
      ],
      edges: [{ from: 'a', to: 'ok', on: 'always' }],
    }),
    kept: ['concurrency'],
    defaults: { concurrency: 'parallel' },
    beside: { edges: { nodes: ['a', 'ok'].map((node) => ({ kind: 'approval', node, role: 'manager' })) } },
  },
};

function expectedBlank(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, '']));
}

/** Names of the members of a body, below whatever a schema wraps around them. */
export function membersOf(schema: z.ZodType): string[] {
  const def = schema._zod.def as unknown as { shape?: object; in?: z.ZodType; innerType?: z.ZodType; out?: z.ZodType };
  if (def.shape) {
    return Object.keys(def.shape);
  }
  const inner = [def.in, def.innerType, def.out].flatMap((each) => (each ? membersOf(each) : []));
  return [...new Set(inner)];
}
