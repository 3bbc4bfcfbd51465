import type { BackupSection } from '@switchyard/contracts';

type Entry = Record<string, unknown>;
/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws what a project may hold. */
class Draw {
  constructor(private readonly random: () => number) {}

  one<T>(...choices: readonly T[]): T {
    return choices[Math.floor(this.random() * choices.length)] as T;
  }

  yes(): boolean {
    return this.random() < 0.5;
  }

  /** The member, or none. */
  maybe(member: Entry): Entry {
    return this.yes() ? member : {};
  }

  text(): string {
    return this.one('plain', 'mit Umlauten äöü', 'quo"te \\ slash', '日本', 'a,b;c', '</script>', "it's");
  }

  list<T>(most: number, make: (index: number) => T): T[] {
    return Array.from({ length: Math.floor(this.random() * (most + 1)) }, (_, index) => make(index));
  }
}

const WORKFLOW = 'réléase “1”';
const LOGIN = 'login 0';

/** Entries of each list; each may name any of those before. */
const SECTIONS: Readonly<Record<BackupSection, (draw: Draw) => Entry[]>> = {
  keys: (draw) => [
    { name: LOGIN, type: 'login_password' },
    { name: 'key 0', type: 'ssh' },
    { name: 'elsewhere', type: 'ssh', vault_reference: 'secret/deploy#key' },
    { name: 'app', type: 'github_app' },
    ...draw.list(2, (index) => ({ name: `more ${index} ${draw.text()}`, type: draw.one('none', 'ssh') })),
  ],
  repositories: (draw) => [
    {
      name: 'remote',
      git_url: 'https://git.example/site.git',
      git_branch: draw.one('main', 'x/y', ''),
      ssh_key: 'key 0',
      lfs: draw.yes(),
      submodules: draw.yes(),
      ...draw.maybe({ paths: ['live/network'] }),
      known_hosts: 'git.example ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA',
      second_key: LOGIN,
      second_key_prefix: 'https://git.example/modules/',
      forge: draw.one('gitea', ''),
      web_url: 'https://forge.example/site',
      status_key: draw.one(LOGIN, 'app'),
    },
    { name: `local ${draw.text()}`, git_url: '/srv/code', git_branch: '', ssh_key: LOGIN },
  ],
  inventories: (draw) => [
    {
      name: 'hosts',
      type: 'static',
      inventory: draw.text(),
      ssh_key: 'key 0',
      become_key: LOGIN,
      repository: 'remote',
      runner_tag: 'blue',
    },
    { name: 'yaml', type: 'static-yaml', inventory: 'all: {}' },
    { name: 'default', type: 'terraform-workspace', inventory: 'default', template: 'infra' },
    { name: 'free', type: 'tofu-workspace', inventory: 'free' },
  ],
  environments: (draw) => [
    { name: 'vars', json: JSON.stringify({ a: draw.text() }), env: '{"A":"1"}' },
    ...draw.list(2, (index) => ({ name: `group ${index}`, json: '{}' })),
  ],
  views: (draw) => [
    { title: 'All', position: 1 },
    ...draw.list(2, (index) => ({ title: `view ${index}`, position: index })),
  ],
  templates: (draw) => [
    {
      name: 'infra',
      app: 'terraform',
      repository: 'remote',
      inventory: 'default',
      task_params: { auto_approve: true },
    },
    // A deploy may stand before what it stands on.
    { name: 'ship', type: 'deploy', app: 'bash', playbook: 'd.sh', repository: 'remote', build_template: 'make' },
    { name: 'make', type: 'build', app: 'bash', playbook: 'b.sh', repository: 'remote', start_version: '1.0' },
    ...draw.list(6, (index) => template(draw, index)),
    template(draw, 9),
  ],
  schedules: (draw) => [
    {
      template: 'make',
      name: draw.text(),
      active: draw.yes(),
      pause_reason: '',
      type: '',
      cron_format: '0 4 * * *',
      timezone: 'Europe/Berlin',
      overlap_policy: draw.one('queue', 'skip'),
      missed_policy: 'run_once',
      delete_after_run: false,
      checkable_repository: 'remote',
      task_params: { message: draw.text() },
    },
    { template: 'site 9', type: 'run_at', run_at: '2999-01-01T00:00:00.000Z', task_params: { inventory: 'hosts' } },
    { workflow: WORKFLOW, name: draw.text(), active: draw.yes(), cron_format: '0 5 * * *', overlap_policy: 'replace' },
  ],
  integrations: (draw) => [
    {
      name: draw.text(),
      template: 'site 9',
      auth_method: 'hmac',
      auth_header: 'X-Sig',
      auth_secret: LOGIN,
      hmac_algorithm: 'sha512',
      hmac_prefix: 'v=',
      searchable: draw.yes(),
      empty_answer: draw.yes(),
      stops_older: draw.yes(),
      branches: draw.list(2, (index) => `release/${index}.*`),
      paths: draw.list(2, () => 'infra/**'),
      ignores_matchers: draw.yes(),
      aliases: draw.list(2, () => '…'),
      matchers: draw.list(2, (index) => ({
        name: `m${index}`,
        match_type: 'body',
        body_data_type: 'json',
        key: 'a.b',
        method: 'equals',
        value: 'v',
      })),
      extract_values: draw.list(2, (index) => ({
        name: `x${index}`,
        value_source: 'header',
        key: 'X-A',
        variable: 'limit',
        variable_type: 'task',
      })),
    },
  ],
  alert_channels: (draw) => [
    { name: draw.text(), type: 'email', active: draw.yes(), events: ['failure'], target: 'ops@example.com' },
  ],
  workflows: (draw) => [
    {
      name: WORKFLOW,
      description: draw.text(),
      nodes: [
        { kind: 'template', node: 'build', name: draw.text(), template: 'make', environment: '{"A":1}' },
        {
          kind: 'approval',
          node: 'ok',
          join: 'any',
          role: draw.one('manager', 'owner'),
          four_eyes: draw.yes(),
          approvals_needed: draw.one(1, 3),
          deadline_minutes: 60,
        },
        {
          kind: 'template',
          node: 'ship',
          template: 'ship',
          variables: [{ name: 'of', expression: 'nodes.build.status' }],
        },
        { kind: 'delay', node: 'rest', delay_minutes: 5 },
        { kind: 'condition', node: 'fits', expression: 'true' },
        { kind: 'note', node: 'why', text: draw.text() },
      ],
      edges: [
        { from: 'build', to: 'ok', on: draw.one('success', 'always') },
        { from: 'ok', to: 'ship', on: 'success' },
      ],
    },
  ],
};

function template(draw: Draw, index: number): Entry {
  return {
    name: `site ${index}`,
    app: draw.one('', 'ansible'),
    playbook: 'site.yml',
    repository: 'remote',
    inventory: draw.one('hosts', 'yaml'),
    environment: 'vars',
    view: 'All',
    description: draw.text(),
    git_branch: 'main',
    arguments: '["-v"]',
    runner_tag: 'blue',
    timeout_minutes: 5,
    ...draw.maybe({ allow_parallel_tasks: true, allow_any_vars_in_task: true, suppress_success_alerts: true }),
    ...draw.maybe({ allow_override_args_in_task: true, allow_override_branch_in_task: true }),
    ...draw.maybe({ variable_patterns: ['APP_*'] }),
    ...draw.maybe({ stop_grace_seconds: 900 }),
    ...draw.maybe({ confirmation_role: 'manager', confirmation_by_other: true }),
    ...draw.maybe({ forge_token: 'read' }),
    ...draw.maybe({ image: 'registry.example:5000/team/tools:1.4', image_key: LOGIN }),
    ...draw.maybe({ id_tokens: [{ variable: 'VAULT_ID_TOKEN', audience: 'https://vault.example' }] }),
    ...draw.maybe({ pull_requests: true, fork_runner_tag: 'strangers', pull_request_apply: 'members' }),
    vaults: draw.maybe({ list: [{ name: 'v', type: 'password', vault_key: LOGIN }] }).list ?? [],
    survey_vars: draw.list(2, (each) => ({
      name: `q${each}`,
      title: draw.text(),
      type: draw.one('', 'int', 'secret'),
    })),
  };
}

/** A backup of a project that nobody has made. */
export function generatedBackup(seed: number): Record<BackupSection, Entry[]> & Entry {
  const draw = new Draw(seeded(seed));
  const lists = Object.entries(SECTIONS).map(([section, make]) => [section, make(draw)] as const);
  return {
    meta: { name: `generated ${seed}`, alert: draw.yes(), alert_chat: '-1', max_parallel_tasks: 3, type: '' },
    ...(Object.fromEntries(lists) as Record<BackupSection, Entry[]>),
    integration_aliases: draw.list(2, () => '…'),
  };
}
