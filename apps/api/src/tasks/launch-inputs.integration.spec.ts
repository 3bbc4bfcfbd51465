import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_IGNORED, type TaskWithTemplate } from '@switchyard/contracts';
import { Task, type Template } from '@switchyard/database';
import type { Client } from '../testing/client.js';
import { type LaunchFixture, startLaunchFixture } from '../testing/launch-fixture.js';

const QUESTION = { title: 'T', description: '', values: [], default_value: '', required: false };
const CONFIGURING = [
  'TAR_OPTIONS',
  'XDG_CONFIG_HOME',
  '_JAVA_OPTIONS',
  'DOTNET_STARTUP_HOOKS',
  'PSModulePath',
  'KUBECONFIG',
  'AWS_CONFIG_FILE',
  'ansible_ssh_common_args',
  'ansible_connection',
  'TF_CLI_ARGS',
];
const STEERING = ['LD_PRELOAD', 'PATH', 'BASH_ENV', 'NODE_OPTIONS', 'PYTHONPATH', 'SWITCHYARD_ATTEMPT'];
const NO_NAMES = ['--evil-flag', '-e', 'a b', 'a=b', 'switchyard_vars'];
const HOSTILE = Object.fromEntries([...CONFIGURING, ...STEERING, ...NO_NAMES].map((name) => [name, 'evil']));

let test: LaunchFixture;
let runner: Client;

beforeAll(async () => {
  test = await startLaunchFixture({ app: 'bash', playbook: 'run.sh' });
  ({ runner } = test);
});
afterAll(() => test.close());

const template: LaunchFixture['template'] = (row) => test.template(row);
const jobOf: LaunchFixture['jobOf'] = (task) => test.jobOf(task);
const launched: LaunchFixture['launched'] = (client, on, body) => test.launched(client, on, body);
const launchedWith = (client: Client, on: Template, environment: object, secret: object = {}) =>
  launched(client, on, { environment: JSON.stringify(environment), secret: JSON.stringify(secret) });
const stored = ({ id }: { id: number }): Promise<Task> => test.dataSource.getRepository(Task).findOneByOrFail({ id });
const reasons = (task: TaskWithTemplate) => Object.fromEntries(task.ignored.map(({ name, reason }) => [name, reason]));

describe('variables that a launch may not set', () => {
  it('should be dropped before they are stored, and named with the reason', async () => {
    const on = await template({ surveyVars: [{ ...QUESTION, name: 'zone', type: '' }], variablePatterns: ['APP_*'] });
    for (const names of [CONFIGURING, STEERING, NO_NAMES]) {
      const some = Object.fromEntries(names.map((name) => [name, 'evil']));
      const task = await launchedWith(runner, on, { ...some, zone: 'eu', APP_SIZE: 2 }, { ...some, APP_KEY: 'k' });
      expect(JSON.parse(task.environment)).toEqual({ zone: 'eu', APP_SIZE: 2 });
      expect((await jobOf(task)).secret_variables).toEqual({ APP_KEY: 'k' });
      expect(JSON.stringify(await stored(task))).not.toContain('evil"');
      expect(task.ignored).toHaveLength(names.length);
      expect((await runner.get(`${test.base}/tasks/${task.id}`)).json<TaskWithTemplate>().ignored).toEqual(
        task.ignored,
      );
    }
    const found = reasons(await launchedWith(runner, on, { TAR_OPTIONS: 'x', LD_PRELOAD: 'x', '--evil-flag': 'x' }));
    expect(found).toEqual({ TAR_OPTIONS: 'not_declared', LD_PRELOAD: 'reserved', '--evil-flag': 'bad_name' });
  });

  it('should be no bad and no steering names, whatever the launcher and the template allow', async () => {
    const open = await template({ allowAnyVarsInTask: true });
    for (const [client, on, trusted] of [
      [runner, open, false],
      [test.manager, await template(), true],
    ] as const) {
      const task = await launchedWith(client, on, HOSTILE);
      expect(Object.keys(JSON.parse(task.environment) as object).sort()).toEqual([...CONFIGURING].sort());
      expect(task.ignored.map(({ reason }) => reason)).not.toContain('not_declared');
      const { launch } = await jobOf(task);
      expect(launch.names.sort()).toEqual([...CONFIGURING].sort());
      expect(launch.rule).toEqual({ declared: [], patterns: [], any: on === open, trusted });
    }
  });

  it.each(['x\u0000', '\ud800', '__proto__'])('should be refused where their name is %j', async (name) => {
    const environment = `{${JSON.stringify(name)}:"evil"}`;
    const { id } = await template();
    expect((await runner.post(`${test.base}/tasks`, { template_id: id, environment })).status).toBe(400);
  });

  it('should be named in a bounded list', async () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`${'n'.repeat(300)}${i}`, 1]));
    const { ignored } = await launchedWith(runner, await template(), many);
    expect(ignored).toHaveLength(MAX_IGNORED);
    expect(JSON.stringify(ignored).length).toBeLessThan(5_000);
    expect(ignored.at(-1)).toEqual({ kind: 'variable', name: String(3_000 - MAX_IGNORED + 1), reason: 'others' });
  });

  it('should be dropped when somebody else starts the task again who may set less', async () => {
    const on = await template();
    const task = await launchedWith(test.manager, on, { free: 'x' });
    const again = (await runner.post(`${test.base}/tasks/${task.id}/restart`)).json<TaskWithTemplate>();
    expect([task.environment, again.environment]).toEqual(['{"free":"x"}', '']);
    expect(reasons(again)).toEqual({ free: 'not_declared' });
    expect((await jobOf(again)).launch.rule.trusted).toBe(false);
  });
});

describe('options that a launch may not set', () => {
  it('should be named: what the template does not allow, and what the app does not have', async () => {
    const overrides = {
      playbook: 'other.sh',
      arguments: '["--x"]',
      git_branch: 'evil',
      commit_hash: 'abcdef',
      inventory_id: 1,
      params: { limit: ['web'], dry_run: true, destroy: true },
    };
    const bash = await template();
    expect(reasons(await launched(runner, bash, overrides))).toEqual({
      playbook: 'not_allowed',
      arguments: 'not_allowed',
      git_branch: 'not_allowed',
      commit_hash: 'not_allowed',
      inventory_id: 'no_such_option',
      limit: 'no_such_option',
      dry_run: 'no_such_option',
      destroy: 'no_such_option',
    });
    const ansible = await template({ app: 'ansible', playbook: 'site.yml' });
    expect(reasons(await launched(runner, ansible, { inventory_id: 1, params: overrides.params }))).toEqual({
      inventory_id: 'not_allowed',
      limit: 'not_allowed',
      destroy: 'no_such_option',
    });
  });

  it('should not be those that equal those of the template, or are empty', async () => {
    const on = await template({ gitBranch: 'main', taskParams: { limit: ['web'], auto_approve: true } });
    const same = { playbook: 'run.sh', git_branch: 'main', arguments: '[]', params: { limit: ['web'], diff: false } };
    expect((await launched(runner, on, same)).ignored).toEqual([]);
  });
});

describe('a template', () => {
  const body = (part: object) => ({ name: 'T', app: 'bash', playbook: 'run.sh', repository_id: repositoryId, ...part });
  let repositoryId = 0;
  beforeAll(async () => {
    ({ repositoryId } = await template());
  });

  it.each(['LD_PRELOAD', 'PATH', 'BASH_ENV', '--evil', 'a b'])(
    'should be refused with a question named %s',
    async (name) => {
      const answer = await test.manager.post(`${test.base}/templates`, body({ survey_vars: [{ ...QUESTION, name }] }));
      expect([answer.status, answer.text]).toEqual([
        400,
        expect.stringMatching(/survey_vars.*(changes how|must begin)/),
      ]);
    },
  );

  it('should keep its patterns, and be refused with those that are none', async () => {
    const patterns = ['APP_*', 'region'];
    const made = await test.manager.post(`${test.base}/templates`, body({ variable_patterns: patterns }));
    expect([made.status, made.json<{ variable_patterns: string[] }>().variable_patterns]).toEqual([201, patterns]);
    for (const pattern of ['*', '--x', 'a b', 'x'.repeat(300)]) {
      const answer = await test.manager.post(`${test.base}/templates`, body({ variable_patterns: [pattern] }));
      expect(answer.status).toBe(400);
    }
  });
});
