import { describe, expect, it } from '@jest/globals';
import { AwxExport } from './awx-export.js';
import { projectsOf } from './awx-organization.js';

const organization = { name: 'Ops', type: 'organization' };
const machineType = { name: 'Machine', kind: 'ssh', type: 'credential_type' };
const keyOf = (type: string, name: string, more: object = {}) => ({ organization, name, type, ...more });
const asset = (type: string, name: string, change: object = {}) => ({
  name,
  organization,
  natural_key: keyOf(type, name),
  ...change,
});
const credential = (name: string, inputs: object, type: object = machineType) => ({
  ...asset('credential', name),
  natural_key: keyOf('credential', name, { credential_type: type }),
  credential_type: type,
  inputs,
});
const credentialKey = (name: string, type: object = machineType) =>
  keyOf('credential', name, { credential_type: type });

const repository = asset('project', 'site', {
  scm_type: 'git',
  scm_url: 'https://git.example/site.git',
  scm_branch: '',
});
const hosts = asset('inventory', 'hosts', {
  kind: '',
  variables: '',
  related: { hosts: [{ name: 'web', variables: '' }] },
});
const template = (name: string, change: object = {}) =>
  asset('job_template', name, {
    playbook: 'site.yml',
    project: repository.natural_key,
    inventory: hosts.natural_key,
    job_type: 'run',
    ...change,
  });
const convert = (lists: object) => {
  const [project] = projectsOf(
    new AwxExport({
      organizations: [asset('organization', 'Ops', { natural_key: organization, organization: null })],
      projects: [repository],
      inventory: [hosts],
      ...lists,
    }),
  );
  return { ...project?.document, notes: project?.notes };
};

describe(projectsOf.name, () => {
  it('should make a project of each organization, and one of what has none', () => {
    const orphan = {
      name: 'loose',
      scm_type: 'git',
      scm_url: 'x',
      natural_key: { ...keyOf('project', 'loose'), organization: null },
    };
    const source = new AwxExport({
      organizations: [{ name: 'Ops' }, { name: 'Empty' }],
      projects: [repository, orphan],
    });
    expect(projectsOf(source).map(({ name }) => name)).toEqual(['Ops', 'Empty', 'No organization']);
  });

  it('should make options of a job template arguments and parameters', () => {
    const [made] =
      convert({
        job_templates: [
          template('Deploy', {
            job_type: 'check',
            verbosity: 2,
            forks: 9,
            become_enabled: true,
            limit: 'web*, !old',
            job_tags: 'a,b',
            timeout: 61,
            extra_vars: '---\nregion: eu\ntoken: $encrypted$\n',
            ask_limit_on_launch: true,
            allow_simultaneous: true,
          }),
        ],
      }).templates ?? [];
    expect(made).toMatchObject({
      name: 'Deploy',
      playbook: 'site.yml',
      repository: 'site',
      inventory: 'hosts',
      environment: 'Deploy',
      arguments: '["--check","--become","-vv","--forks=9"]',
      timeout_minutes: 2,
      allow_parallel_tasks: true,
      task_params: {
        limit: ['web*', '!old'],
        tags: ['a', 'b'],
        allow_override_limit: true,
        allow_override_tags: false,
      },
    });
  });

  it('should keep no value that was not exported, and name it', () => {
    const extra_vars = JSON.stringify({ region: 'eu', token: '$encrypted$', 'a b': 1 });
    const { environments, notes } = convert({ job_templates: [template('Deploy', { extra_vars })] });
    expect(environments).toEqual([{ name: 'Deploy', json: '{"region":"eu"}' }]);
    expect(notes).toEqual(
      expect.arrayContaining([
        'template "Deploy": the value of the variable "token" was not exported',
        'template "Deploy": "a b" cannot be a variable here',
      ]),
    );
  });

  it('should make two keys of a credential with a private key and a password, and one for become', () => {
    const inputs = {
      username: 'root',
      ssh_key_data: '$encrypted$',
      password: '$encrypted$',
      become_password: '$encrypted$',
    };
    const { keys, notes } = convert({
      credentials: [credential('hosts', inputs), credential('asked', { ssh_key_data: '$encrypted$', password: 'ASK' })],
    });
    expect(keys).toEqual([
      { name: 'hosts', type: 'ssh' },
      { name: 'hosts (password)', type: 'login_password' },
      { name: 'hosts (become)', type: 'login_password' },
      { name: 'asked', type: 'ssh' },
      { name: 'None', type: 'none' },
    ]);
    expect(notes).toContain('key "hosts": enter its secret and the login "root", which an export does not hold');
  });

  it('should make an inventory of its own for each machine credential that uses it', () => {
    const machines = ['a', 'b'].map((name) => credential(name, { ssh_key_data: '$encrypted$' }));
    const uses = (name: string, machine: string) =>
      template(name, { related: { credentials: [credentialKey(machine)] } });
    const { inventories, templates } = convert({
      credentials: machines,
      job_templates: [uses('one', 'a'), uses('two', 'b'), uses('three', 'a')],
    });
    expect(inventories).toMatchObject([
      { name: 'hosts', type: 'static-yaml', ssh_key: 'a' },
      { name: 'hosts (b)', type: 'static-yaml', ssh_key: 'b' },
    ]);
    expect(templates?.map((each) => each['inventory'])).toEqual(['hosts', 'hosts (b)', 'hosts']);
  });

  it('should find a credential whose organization an export has dropped', () => {
    const kept = { ...credential('a', { password: '$encrypted$' }), natural_key: { name: 'a', type: 'credential' } };
    const { inventories } = convert({
      credentials: [kept],
      job_templates: [template('one', { related: { credentials: [credentialKey('a')] } })],
    });
    expect(inventories).toMatchObject([{ name: 'hosts', ssh_key: 'a' }]);
  });

  it('should use vaults by their ids', () => {
    const vaultType = { name: 'Vault', kind: 'vault', type: 'credential_type' };
    const vault = credential('safe', { vault_id: 'prod', vault_password: '$encrypted$' }, vaultType);
    const related = { credentials: [credentialKey('safe', vaultType)] };
    const { templates } = convert({ credentials: [vault], job_templates: [template('one', { related })] });
    expect(templates).toMatchObject([{ vaults: [{ name: 'prod', type: 'password', vault_key: 'safe' }] }]);
  });

  it('should take an inventory of a project for a file of its repository', () => {
    const inventory = asset('inventory', 'in git', { kind: '' });
    const source = {
      name: 's',
      source: 'scm',
      source_path: 'inv/prod',
      source_project: repository.natural_key,
      inventory: inventory.natural_key,
    };
    const { inventories } = convert({ inventory: [inventory], inventory_sources: [source] });
    expect(inventories).toEqual([{ name: 'in git', type: 'file', inventory: 'inv/prod', repository: 'site' }]);
  });

  it('should start from an empty inventory where a launch asks for one', () => {
    const { templates, inventories } = convert({
      job_templates: [template('any', { inventory: null, ask_inventory_on_launch: true })],
    });
    expect(templates).toMatchObject([{ inventory: 'None', task_params: { allow_override_inventory: true } }]);
    expect(inventories).toContainEqual({ name: 'None', type: 'static', inventory: '' });
  });

  it('should ask the questions of a survey that is on', () => {
    const spec = [
      {
        variable: 'size',
        question_name: 'Size',
        type: 'multiplechoice',
        choices: 's\nm\nm',
        default: 's',
        required: true,
      },
      { variable: 'count', question_name: '', type: 'integer', default: 3, min: 1, max: 9 },
      { variable: 'pin', question_name: 'PIN', type: 'password', default: '$encrypted$' },
    ];
    const survey = (survey_enabled: boolean) =>
      template('asks', { survey_enabled, related: { survey_spec: { spec } } });
    const on = convert({ job_templates: [survey(true)] });
    expect(on.templates?.[0]?.['survey_vars']).toMatchObject([
      {
        name: 'size',
        type: 'enum',
        default_value: 's',
        values: [
          { name: 's', value: 's' },
          { name: 'm', value: 'm' },
        ],
      },
      { name: 'count', title: 'count', type: 'int', default_value: '3' },
      { name: 'pin', type: 'secret' },
    ]);
    expect(JSON.stringify(on.templates)).not.toContain('encrypted');
    expect(on.notes).toContain('template "asks": the question "count" loses its bounds');
    expect(convert({ job_templates: [survey(false)] }).templates).toMatchObject([{ survey_vars: [] }]);
  });

  it('should keep a schedule paused whose end is lost', () => {
    const schedule = (name: string, rule: string) => ({
      name,
      enabled: true,
      rrule: `DTSTART:20240101T000000Z RRULE:${rule}`,
    });
    const schedules = [
      schedule('nightly', 'FREQ=DAILY;INTERVAL=1'),
      schedule('five', 'FREQ=DAILY;INTERVAL=1;COUNT=5'),
      schedule('odd', 'FREQ=DAILY;INTERVAL=3'),
    ];
    const made = convert({ job_templates: [template('one', { related: { schedules } })] });
    expect(made.schedules).toMatchObject([
      { name: 'nightly', template: 'one', active: true },
      { name: 'five', active: false },
    ]);
    expect(made.notes?.filter((note) => note.startsWith('schedule'))).toHaveLength(2);
  });

  it('should make deliveries prove themselves by a key that is still empty', () => {
    const { integrations, keys } = convert({ job_templates: [template('one', { webhook_service: 'github' })] });
    expect(integrations).toMatchObject([{ template: 'one', auth_method: 'github', auth_secret: 'Webhook of one' }]);
    expect(keys).toContainEqual({ name: 'Webhook of one', type: 'login_password' });
  });

  it('should make members of roles, of teams too, by the highest', () => {
    const team = {
      name: 'T',
      natural_key: keyOf('team', 'T'),
      related: { roles: [{ name: 'Admin', content_object: repository.natural_key }] },
    };
    const role = (name: string, content_object: object) => ({ name, content_object, type: 'role' });
    const user = (username: string, ...roles: object[]) => ({ username, related: { roles } });
    const { members } = convert({
      teams: [team],
      users: [
        user('chief', role('Member', organization), role('Admin', organization)),
        user('mate', role('Member', keyOf('team', 'T'))),
        user('hand', role('Execute', keyOf('job_template', 'x'))),
        user('stranger', role('Admin', { name: 'Other', type: 'organization' })),
      ],
    });
    expect(members).toEqual([
      { username: 'chief', role: 'owner' },
      { username: 'mate', role: 'manager' },
      { username: 'hand', role: 'task_runner' },
    ]);
  });

  it('should name kinds that have no counterpart', () => {
    const cloud = { name: 'Amazon', kind: 'cloud', type: 'credential_type' };
    const { notes, repositories } = convert({
      projects: [asset('project', 'old', { scm_type: 'svn' })],
      credentials: [credential('aws', {}, cloud)],
      inventory: [asset('inventory', 'clever', { kind: 'smart' })],
      workflow_job_templates: [asset('workflow_job_template', 'flow')],
      notification_templates: [asset('notification_template', 'page', { notification_type: 'pagerduty' })],
    });
    expect(repositories).toEqual([]);
    expect(notes).toEqual([
      'credential "aws": there is no kind "cloud" here',
      'project "old": there is no repository of type "svn" here',
      'inventory "clever": it is smart, so it is left out',
      'notification "page": its type does not come',
      'workflow "flow": it has no nodes, so it is left out',
    ]);
  });

  it('should make workflows with their schedules, and the templates of other organizations that they start', () => {
    const foreign = { ...template('Foreign'), organization: null };
    const natural_key = { ...keyOf('job_template', 'Foreign'), organization: null };
    const flow = asset('workflow_job_template', 'flow', {
      related: {
        workflow_nodes: [
          { identifier: 'a', unified_job_template: natural_key },
          { identifier: 'b', unified_job_template: keyOf('job_template', 'Own') },
        ],
        schedules: [{ name: 'nightly', rrule: 'DTSTART:20260101T030000Z RRULE:FREQ=DAILY;INTERVAL=1', enabled: true }],
      },
    });
    const made = convert({
      job_templates: [{ ...foreign, natural_key }, template('Own')],
      workflow_job_templates: [flow],
    });
    expect(made).toMatchObject({
      templates: [{ name: 'Own' }, { name: 'Foreign' }],
      workflows: [{ name: 'flow', nodes: [{ node: 'foreign', template: 'Foreign' }, { template: 'Own' }], edges: [] }],
      schedules: [{ name: 'nightly', workflow: 'flow', cron_format: '0 3 * * *', active: true }],
    });
    expect(made.schedules?.[0]).not.toHaveProperty('template');
  });
});
