import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Job, JobPlanning } from '@switchyard/contracts';
import { sha256 } from '../../attempt/attempt-plans.js';
import { commitFiles, git, makeRepository } from '../../testing/git-repository.js';
import { makePulumiStandIn, type PulumiStandIn } from '../../testing/pulumi-stand-in.js';
import { reasonText } from '../../testing/reason-text.js';
import { exampleJob, makeTestArea, recordAttempt, type RecordedAttempt } from '../../testing/recorded-attempt.js';
import { execute } from '../execute.js';

const area = makeTestArea();
const BEFORE = process.env.PATH ?? '';
let pulumi: PulumiStandIn;

beforeAll(() => {
  pulumi = makePulumiStandIn(area.path('pulumi'));
  process.env.PATH = [pulumi.bin, BEFORE].join(delimiter);
});
afterAll(() => {
  process.env.PATH = BEFORE;
  area.remove();
});

const PLANNING: JobPlanning = {
  workspace: 'dev',
  module_key: { type: 'none' },
  backend_filename: null,
  state: null,
  plan_only: false,
  destroy: false,
  auto_approve: false,
  upgrade: false,
  reconfigure: false,
  stages: { init: [], plan: [], apply: [] },
  confirmed_plan: null,
};

let count = 0;

/** A repository with a project of its own name; the stacks of its backend are new. */
function project(files: Record<string, string> = {}, settings = ''): { dir: string; name: string } {
  const name = `project-${++count}`;
  const defaults = { 'Pulumi.yaml': `name: ${name}\nruntime: mini\n${settings}`, resources: 'a\nb\n' };
  return { name, dir: makeRepository(area.path(name), { ...defaults, ...files }) };
}

const jobOf = (url: string, planning: Partial<JobPlanning> = {}): Job =>
  exampleJob(url, {
    app: 'pulumi',
    playbook: '',
    planning: { ...PLANNING, ...planning },
    secret_env: { PULUMI_CONFIG_PASSPHRASE: 'zq-one' },
  });

type Ended = RecordedAttempt & { outcome: string; reason: string };

async function run(job: Job, confirmed: Buffer | null = null): Promise<Ended> {
  const attempt = recordAttempt(area, job);
  attempt.plans.confirmed = confirmed;
  const { outcome, reason } = await execute(attempt.context);
  return { ...attempt, outcome, reason: reasonText(reason) };
}

/** Applies what another attempt has planned, where and as it was planned. */
function apply(job: Job, { plans, facts }: Ended, part: Partial<Job> = {}): Promise<Ended> {
  if (!plans.stored) {
    throw new Error('no plan was stored');
  }
  const confirmed_plan = { sha256: sha256(plans.stored), size: plans.stored.length };
  const repository = { ...job.repository, commit: facts.commit_hash ?? null };
  const planning = { ...PLANNING, ...job.planning, confirmed_plan };
  return run({ ...job, repository, planning, ...part }, plans.stored);
}

const saltIn = (file: string): string => /encryptionsalt: (\w+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';

describe('a stack whose file is not committed', () => {
  it('should apply its plan in another attempt, again and again, and be destroyed', async () => {
    const { dir, name } = project();
    const job = jobOf(`file://${dir}`);
    for (const resources of ['a\nb\n', 'a\nb\nc\n']) {
      commitFiles(dir, { resources }, 'Change');
      const planned = await run(job);
      expect(planned).toMatchObject({ outcome: 'planned', reason: '' });
      expect(planned.plans.view?.counts).toMatchObject({ create: 'a\nb\n' === resources ? 2 : 1, delete: 0 });
      expect(planned.system.join('\n')).toMatch(/Pulumi\.dev\.yaml has no encryption key.* Commit the file/);
      const applied = await apply(job, planned);
      expect(applied).toMatchObject({ outcome: 'success', reason: '' });
      expect(applied.system).toContain('Pulumi.dev.yaml is as it was when the plan was made');
      expect(pulumi.stored(name, 'dev').resources).toEqual(resources.split('\n').filter(Boolean));
    }
    const destruction = jobOf(job.repository.url, { destroy: true });
    const planned = await run(destruction);
    expect(planned.facts.plan_summary).toMatchObject({ add: 0, destroy: 3 });
    expect((await apply(destruction, planned)).outcome).toBe('success');
    expect(pulumi.stored(name, 'dev').resources).toEqual([]);
    expect(await run(destruction)).toMatchObject({ outcome: 'success', facts: { plan_summary: { destroy: 0 } } });
  });

  it.each([
    ['where the project says', 'stackConfigDir: conf/stacks\n', 'dev', 'conf/stacks/Pulumi.dev.yaml'],
    ['under the last part of its name', '', 'organization/NAME/eu.dev', 'Pulumi.eu.dev.yaml'],
  ])('should find it %s', async (_where, settings, stack, file) => {
    const { dir, name } = project({}, settings);
    const job = jobOf(`file://${dir}`, { workspace: stack.replace('NAME', name) });
    const applied = await apply(job, await run(job));
    expect(applied).toMatchObject({ outcome: 'success', reason: '' });
    expect(saltIn(join(applied.context.dir, 'repository', file))).toBe(
      pulumi.stored(name, stack.split('/').at(-1) ?? '').salt,
    );
  });

  it('should keep settings that are committed without a key', async () => {
    const { dir } = project({ 'Pulumi.dev.yaml': 'config:\n  k: v\n' });
    const job = jobOf(`file://${dir}`);
    const applied = await apply(job, await run(job));
    expect(applied).toMatchObject({ outcome: 'success', reason: '' });
    expect(readFileSync(join(applied.context.dir, 'repository/Pulumi.dev.yaml'), 'utf8')).toMatch(
      /^config:\n {2}k: v\nencryptionsalt: /,
    );
  });

  it('should leave what a directory that is used in place has by then', async () => {
    const { dir, name } = project();
    rmSync(join(dir, '.git'), { recursive: true });
    const job = jobOf(dir);
    const planned = await run(job);
    const file = join(dir, 'Pulumi.dev.yaml');
    const made = saltIn(file);
    writeFileSync(file, `# edited\n${readFileSync(file, 'utf8')}`);
    expect(await apply(job, planned)).toMatchObject({ outcome: 'success', reason: '' });
    expect(readFileSync(file, 'utf8')).toMatch(/^# edited/);
    expect(pulumi.stored(name, 'dev').salt).toBe(made);

    writeFileSync(join(dir, 'resources'), 'a\nb\nc\n');
    rmSync(file);
    const again = await run(job);
    rmSync(file);
    expect(await apply(job, again)).toMatchObject({ outcome: 'success', reason: '' });
    expect(existsSync(file)).toBe(true);
  });

  it('should explain that the passphrase is another one', async () => {
    const { dir } = project();
    const job = jobOf(`file://${dir}`);
    const planned = await run(job);
    const applied = await apply(job, planned, { secret_env: { PULUMI_CONFIG_PASSPHRASE: 'zq-two' } });
    expect(applied.outcome).toBe('error');
    expect(applied.reason).toContain('incorrect passphrase');
  });

  it('should not write through a link that leads out of the checkout', async () => {
    const outside = area.path('outside.yaml');
    writeFileSync(outside, 'config: {}\n');
    const { dir } = project({ 'Pulumi.dev.yaml': `->${outside}` });
    const job = jobOf(`file://${dir}`);
    const planned = await run(job);
    writeFileSync(outside, 'mine: 1\n');
    await apply(job, planned);
    expect(readFileSync(outside, 'utf8')).toMatch(/^mine: 1\n/);
  });
});

it('should ask an update alone and once to stop, which stores what it has made', async () => {
  const { dir, name } = project({ resources: 'a\nhangs\nb\n' });
  const attempt = recordAttempt(area, jobOf(`file://${dir}`, { auto_approve: true }));
  const ended = execute(attempt.context);
  await attempt.printed('creating hangs');
  attempt.abort('stop');
  expect((await ended).outcome).toBe('stopped');
  expect([pulumi.signals(name, 'dev'), pulumi.stored(name, 'dev').resources]).toEqual([['pulumi SIGINT'], ['a']]);
});

it('should free a stack whose update was killed, for the next one', async () => {
  const { dir } = project({ resources: 'a\nhangs\nb\n' });
  const job = jobOf(`file://${dir}`, { auto_approve: true });
  const attempt = recordAttempt(area, job);
  const ended = execute(attempt.context);
  await attempt.printed('creating hangs');
  attempt.abort('kill');
  expect((await ended).outcome).toBe('stopped');
  expect(attempt.system.join('\n')).toMatch(/The stack is free again\. What the update was creating/);
  commitFiles(dir, { resources: 'a\n' }, 'Change');
  expect(await run(job)).toMatchObject({ outcome: 'success', reason: '' });
});

it('should use the committed key without a word about it', async () => {
  const { dir, name } = project();
  const job = jobOf(dir, { auto_approve: true });
  const copy = area.path('working-copy');
  git(area.dir, 'clone', '--quiet', dir, copy);
  rmSync(join(copy, '.git'), { recursive: true });
  expect((await run(jobOf(copy, { auto_approve: true }))).outcome).toBe('success');
  const settings = readFileSync(join(copy, 'Pulumi.dev.yaml'), 'utf8');
  commitFiles(dir, { 'Pulumi.dev.yaml': settings, resources: 'a\nz\n' }, 'Settings');
  const planned = await run({ ...job, repository: { ...job.repository, url: `file://${dir}` }, planning: PLANNING });
  expect(planned.outcome).toBe('planned');
  expect(planned.system.join('\n')).not.toContain('encryption key');
  expect(planned.plans.stored?.toString('latin1')).not.toContain('encryptionsalt');
  const applied = await apply({ ...job, repository: { ...job.repository, url: `file://${dir}` } }, planned);
  expect(applied).toMatchObject({ outcome: 'success', reason: '' });
  expect(pulumi.stored(name, 'dev')).toMatchObject({
    salt: saltIn(join(copy, 'Pulumi.dev.yaml')),
    resources: ['a', 'z'],
  });
});
