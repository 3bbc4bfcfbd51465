import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { Job } from '@switchyard/contracts';
import { makeRepository } from '../testing/git-repository.js';
import { exampleJob, LOCAL_INVENTORY, makeTestArea, recordAttempt } from '../testing/recorded-attempt.js';
import { makeRecordingTools, type RecordedCall } from '../testing/recording-tool.js';
import { execute } from './execute.js';

const area = makeTestArea();
const BEFORE = process.env.PATH ?? '';
afterEach(() => {
  process.env.PATH = BEFORE;
});
afterAll(() => area.remove());

let count = 0;

async function run(part: Partial<Job>, files: Record<string, string> = { 'run.sh': '' }) {
  const source = makeRepository(area.path(`sources-${++count}`), files);
  const attempt = recordAttempt(area, exampleJob(`file://${source}`, part));
  const result = await execute(attempt.context);
  return { result, output: attempt.output(), system: attempt.system.join('\n') };
}

/** Variables that somebody has sent with the launch of a template that allows any. */
const launchedBy = (variables: Record<string, unknown>, rule: Partial<Job['launch']['rule']> = {}): Partial<Job> => ({
  variables,
  launch: {
    names: Object.keys(variables),
    rule: { declared: ['zone'], patterns: ['APP_*'], any: true, trusted: false, ...rule },
  },
});

/** A path that must not come into being, and a program that would make it. */
function trap() {
  const proof = area.path(`proof-${++count}`);
  return { command: `touch ${proof}`, sprung: () => existsSync(proof) };
}

const CONFIGURING = [
  'TAR_OPTIONS',
  'XDG_CONFIG_HOME',
  '_JAVA_OPTIONS',
  'DOTNET_STARTUP_HOOKS',
  'PSModulePath',
  'KUBECONFIG',
  'AWS_CONFIG_FILE',
  'GIT_SSH_COMMAND',
  'ANSIBLE_CONFIG',
  'TF_CLI_ARGS',
  'PULUMI_HOME',
  'HOME',
  'TMPDIR',
];
const STEERING = ['PATH', 'LD_PRELOAD', 'BASH_ENV', 'NODE_OPTIONS', 'PYTHONPATH', 'SWITCHYARD_ATTEMPT', 'GCONV_PATH'];
const NO_NAMES = ['--evil-flag', '-e', 'a b', 'x\ny', '1x'];
const HOSTILE = Object.fromEntries([...CONFIGURING, ...STEERING, ...NO_NAMES].map((name) => [name, 'evil']));

describe('variables of a launch', () => {
  const APPS: [string, string, Partial<Job>][] = [
    ['bash', 'bash', {}],
    ['python', 'python3', { playbook: 'run.py' }],
    ['powershell', 'pwsh', { playbook: 'run.ps1' }],
    ['deployer', 'deployer', {}],
    ['ansible', 'ansible-playbook', { playbook: 'site.yml', inventory: LOCAL_INVENTORY }],
  ];
  const FILES = { 'run.sh': '', 'run.py': '', 'run.ps1': '', 'site.yml': '[]\n' };

  async function recorded(app: string, tool: string, part: Partial<Job>): Promise<RecordedCall & { system: string }> {
    const tools = makeRecordingTools(area.path(`tools-${++count}`), { [tool]: [] });
    process.env.PATH = [tools.bin, BEFORE].join(delimiter);
    const { result, system } = await run({ app, ...part }, FILES);
    expect(result).toMatchObject({ outcome: 'success' });
    const [call] = tools.calls();
    expect(call).toBeDefined();
    return { ...(call as RecordedCall), system };
  }

  it.each(APPS)('should steer nothing of %s, and be named in the log', async (app, tool, part) => {
    const { argv, env, system } = await recorded(app, tool, { ...part, ...launchedBy({ ...HOSTILE, zone: 'eu' }) });
    expect(Object.entries(env).filter(([, value]) => value === 'evil')).toEqual([]);
    const refused = argv.filter((arg) => [...STEERING, ...NO_NAMES].some((name) => arg.startsWith(`${name}=`)));
    expect(refused).toEqual([]);
    expect(argv.filter((arg) => arg.startsWith('-') && arg.includes('evil'))).toEqual([]);
    for (const name of [...STEERING, '--evil-flag', 'x\ufffdy']) {
      expect(system).toContain(name);
    }
  });

  it('should hold no more than the template allows, whatever the job contains', async () => {
    const some = launchedBy({ zone: 'eu', APP_SIZE: 2, other: 'evil' }, { any: false });
    const { argv, env, system } = await recorded('bash', 'bash', { ...some, secret_variables: { group_key: 'k' } });
    expect(argv).toEqual(['run.sh', 'zone=eu', 'APP_SIZE=2']);
    expect(env).toMatchObject({ zone: 'eu', APP_SIZE: '2', group_key: 'k' });
    expect(env).not.toHaveProperty('other');
    expect(system).toMatch(/left out: other/);
  });

  it('should be in the environment of a script only where a manager has named them', async () => {
    const { argv, env } = await recorded('bash', 'bash', launchedBy({ zone: 'eu', free: 'x', 'a-b': 1 }));
    expect(argv).toEqual(['run.sh', 'zone=eu', 'free=x', 'a-b=1']);
    expect([env.zone, env.free, env['a-b']]).toEqual(['eu', undefined, undefined]);
    const managed = await recorded('bash', 'bash', launchedBy({ free: 'x', PATH: 'evil' }, { trusted: true }));
    expect([managed.env.free, managed.env.PATH]).toEqual(['x', expect.not.stringContaining('evil')]);
  });

  it('should let a variable group configure tools, and not how they are started', async () => {
    const env = Object.fromEntries([...CONFIGURING, ...STEERING].map((name) => [name, 'of the group']));
    const call = await recorded('bash', 'bash', { env });
    const taken = Object.keys(env).filter((name) => call.env[name] === 'of the group');
    expect(taken).toEqual(CONFIGURING);
    expect(call.system).toContain(`left out: ${STEERING.join(', ')}`);
  });
});

describe('real tools', () => {
  it('should not execute what TAR_OPTIONS of a launch holds, and do so for a variable group', async () => {
    const files = { 'run.sh': 'tar -cf "$TMPDIR/out.tar" run.sh\n' };
    const { command, sprung } = trap();
    const value = `--checkpoint=1 --checkpoint-action=exec=${command.replace(' ', '\\ ')}`;
    const launched = await run(launchedBy({ TAR_OPTIONS: value }), files);
    expect([launched.result.outcome, sprung()]).toEqual(['success', false]);
    await run({ env: { TAR_OPTIONS: value } }, files);
    expect(sprung()).toBe(true);
  });

  it('should not read configurations from a path that a launch names', async () => {
    const { command, sprung } = trap();
    const config = area.path('config');
    mkdirSync(`${config}/git`, { recursive: true });
    writeFileSync(`${config}/git/config`, `[core]\n\tfsmonitor = "${command}; false"\n`);
    writeFileSync(`${config}/start.sh`, `${command}\n`);
    const files = { 'run.sh': 'git init -q x; cd x; touch f; git add f; git status >/dev/null; echo done\n' };
    const hostile = { XDG_CONFIG_HOME: config, HOME: config, BASH_ENV: `${config}/start.sh`, GIT_CONFIG_GLOBAL: '/x' };
    const { output } = await run(launchedBy(hostile), files);
    expect([output, sprung()]).toEqual(['done\n', false]);
    await run({ env: { XDG_CONFIG_HOME: config } }, files);
    expect(sprung()).toBe(true);
  });

  it('should not take the name of a variable for an option', async () => {
    const { command, sprung } = trap();
    const files = { 'run.sh': '', archive: '#!/bin/sh\nexec tar -cf "$TMPDIR/out.tar" "$@"\n' };
    const variables = { '--checkpoint': 1, '--checkpoint-action': `exec=${command}` };
    const { result } = await run(
      { ...launchedBy(variables), app: 'sh', command: { path: 'sh', args: ['archive'] } },
      files,
    );
    expect([result.outcome, sprung()]).toEqual(['success', false]);
  });
});

describe('steps that fetch with the credentials of the repository', () => {
  const HOSTILE_GROUP = {
    GIT_SSH_COMMAND: 'evil',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.sshCommand',
    GIT_CONFIG_VALUE_0: 'evil',
    GIT_CONFIG_GLOBAL: 'evil',
    GIT_ASKPASS: 'evil',
    GIT_EXEC_PATH: 'evil',
    SSH_ASKPASS: 'evil',
    SSH_AUTH_SOCK: 'evil',
  };
  const planning = {
    workspace: '',
    module_key: { type: 'none' } as const,
    backend_filename: null,
    state: null,
    plan_only: true,
    destroy: false,
    auto_approve: false,
    upgrade: false,
    reconfigure: false,
    stages: { init: [], plan: [], apply: [] },
    confirmed_plan: null,
  };

  it.each<[string, string, Partial<Job>]>([
    ['ansible-galaxy', 'ansible-galaxy', { app: 'ansible', playbook: 'site.yml', inventory: LOCAL_INVENTORY }],
    ['terraform init', 'terraform', { app: 'terraform', playbook: '', planning }],
  ])('should have git and ssh steered by the runner alone: %s', async (_what, tool, part) => {
    const tools = makeRecordingTools(area.path(`tools-${++count}`), { [tool]: [], 'ansible-playbook': [] });
    process.env.PATH = [tools.bin, BEFORE].join(delimiter);
    const requirements = 'collections: [{name: a.b}]\n';
    await run(
      { ...part, env: { ...HOSTILE_GROUP, FREE: 'x' } },
      { 'site.yml': '[]\n', 'requirements.yml': requirements },
    );
    const call = tools.calls().find(({ tool: name, argv }) => name === tool && !argv.includes('--version'));
    expect(call?.env).toMatchObject({ FREE: 'x', GIT_CONFIG_NOSYSTEM: '1' });
    expect(Object.entries(call?.env ?? {}).filter(([, value]) => value === 'evil')).toEqual([]);
  });
});

describe('variable files', () => {
  it('should not hold a fact about the task that a launch has made up', async () => {
    const print = '    - debug: {msg: "{{ switchyard_vars.task_details.id }} {{ made | default(\'none\') }}"}\n';
    const files = { 'site.yml': `- hosts: all\n  gather_facts: false\n  tasks:\n${print}` };
    const part = { app: 'ansible', playbook: 'site.yml', inventory: LOCAL_INVENTORY };
    const launch = launchedBy({ switchyard_vars: 'evil', semaphore_vars: 'evil', made: 'up' });
    const secrets = { secret_variables: { switchyard_vars: 'evil' } };
    const { output } = await run({ ...part, ...launch, ...secrets }, files);
    expect(output).toContain('"msg": "7 up"');
  });
});
