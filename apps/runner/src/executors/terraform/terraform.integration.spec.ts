import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import type { Job, JobPlanning } from '@switchyard/contracts';
import { sha256 } from '../../attempt/attempt-plans.js';
import { git, makeRepository } from '../../testing/git-repository.js';
import { commandLinesWith, ownSeconds } from '../../testing/live-processes.js';
import {
  EXAMPLE_PLANNING,
  exampleJob,
  makeTestArea,
  recordAttempt,
  type RecordedAttempt,
} from '../../testing/recorded-attempt.js';
import { execute } from '../execute.js';
import { reasonText } from '../../testing/reason-text.js';
import { describeWithTerraform } from '../../testing/describe-with-terraform.js';

const area = makeTestArea();
afterAll(() => area.remove());

const PLANNING: JobPlanning = EXAMPLE_PLANNING;

const MAIN = `
variable "size" { type = number }
variable "tags" { default = {} }
variable "password" {
  default   = ""
  sensitive = true
}
resource "terraform_data" "box" {
  count = var.size
  input = { tags = var.tags, secret = sha256(var.password) }
}
output "tags" { value = var.tags }
`;

let count = 0;

/** A repository with this configuration, whose state lies at a path outside of every checkout. */
function configuration(files: Record<string, string> = {}): { url: string; dir: string; state: string } {
  const name = `repository-${++count}`;
  const state = area.path(`${name}.tfstate`);
  const backend = `terraform {\n  backend "local" {\n    path = "${state}"\n  }\n}\n`;
  const dir = makeRepository(area.path(name), { 'backend.tf': backend, 'main.tf': MAIN, ...files });
  return { url: `file://${dir}`, dir, state };
}

function terraformJob(url: string, planning: Partial<JobPlanning> = {}, part: Partial<Job> = {}): Job {
  return exampleJob(url, {
    app: 'terraform',
    playbook: '',
    variables: { size: 2 },
    planning: { ...PLANNING, ...planning },
    ...part,
  });
}

async function run(
  job: Job,
  confirmed: Buffer | null = null,
): Promise<RecordedAttempt & { outcome: string; reason: string }> {
  const attempt = recordAttempt(area, job);
  attempt.plans.confirmed = confirmed;
  const { outcome, reason } = await execute(attempt.context);
  return { ...attempt, outcome, reason: reasonText(reason) };
}

/** The job that applies what another one has planned. */
const confirmedJob = (job: Job, plan: Buffer): Job => ({
  ...job,
  planning: { ...PLANNING, ...job.planning, confirmed_plan: { sha256: sha256(plan), size: plan.length } },
});

function resources(state: string): number {
  const parsed = JSON.parse(readFileSync(state, 'utf8')) as { resources: { instances: unknown[] }[] };
  return parsed.resources.flatMap(({ instances }) => instances).length;
}

const stored = ({ plans }: RecordedAttempt): Buffer => {
  if (!plans.stored) {
    throw new Error('no plan was stored');
  }
  return plans.stored;
};

describeWithTerraform('terraform', () => {
  it('should plan, leave the plan, and apply exactly that plan in another attempt', async () => {
    const { url, dir, state } = configuration();
    const job = terraformJob(url);
    const planned = await run(job);
    expect([planned.outcome, planned.facts.plan_summary]).toEqual([
      'planned',
      { add: 2, change: 0, destroy: 0, import: 0, outputs: 1, move: 0, forget: 0 },
    ]);
    expect(planned.output()).toMatch(/Plan:.* 2 to add/);
    expect(existsSync(state)).toBe(false);
    expect(planned.results.stages).toMatchObject([{ type: 'terraform_plan', result: { add: 2 } }]);

    writeFileSync(join(dir, 'main.tf'), MAIN.replace('var.size', 'var.size + 7'));
    git(dir, 'commit', '--quiet', '--all', '-m', 'Moved on');
    const commit = planned.facts.commit_hash ?? '';
    const second = { ...job, repository: { ...job.repository, commit } };
    const applied = await run(confirmedJob(second, stored(planned)), stored(planned));
    expect([applied.outcome, applied.reason]).toEqual(['success', '']);
    expect(resources(state)).toBe(2);
    expect(applied.sections.map(([phase]) => phase)).toEqual(['checkout', 'dependencies', 'apply']);
    expect(applied.facts.command?.slice(0, 3)).toEqual(['terraform', 'apply', '-input=false']);
    expect([planned.outputs.size, applied.outputs.get('tags')]).toEqual([
      0,
      { name: 'tags', value: {}, secret: false },
    ]);
  });

  it('should succeed at once without changes, and apply at once without confirmation', async () => {
    const { url, state } = configuration();
    expect((await run(terraformJob(url, { auto_approve: true }))).outcome).toBe('success');
    expect(resources(state)).toBe(2);
    const again = await run(terraformJob(url));
    expect([again.outcome, again.plans.stored, again.facts.plan_summary?.add]).toEqual(['success', null, 0]);
    expect([...again.outputs.keys()]).toEqual(['tags']);
    expect((await run(terraformJob(url, { plan_only: true }))).outputs.size).toBe(0);
  });

  it('should only plan, and plan the removal of everything', async () => {
    const { url, state } = configuration();
    const only = await run(terraformJob(url, { plan_only: true }));
    expect([only.outcome, only.plans.stored, existsSync(state)]).toEqual(['success', null, false]);
    await run(terraformJob(url, { auto_approve: true }));
    const destroy = await run(terraformJob(url, { destroy: true }));
    expect([destroy.outcome, destroy.facts.plan_summary?.destroy]).toEqual(['planned', 2]);
    expect(destroy.plans.view?.resources.map(({ action, address }) => `${action} ${address}`)).toEqual([
      'delete terraform_data.box[0]',
      'delete terraform_data.box[1]',
    ]);
  });

  it('should send a view of the plan without anything sensitive', async () => {
    const main = `
variable "password" { sensitive = true }
resource "terraform_data" "box" { input = { secret = var.password, size = 1 } }
output "copy" { value = nonsensitive("\${var.password}") }
`;
    const { url } = configuration({ 'main.tf': main });
    const part = { variables: {}, secret_variables: { password: 'hunter22-canary' } };
    await run(terraformJob(url, { auto_approve: true }, part));
    const again = { variables: {}, secret_variables: { password: 'other-canary' } };
    const { plans } = await run(terraformJob(url, {}, again));
    expect(plans.view).toMatchObject({ problem: null, counts: { update: 1 }, outputs: [{ path: 'copy' }] });
    expect(plans.view?.resources[0]?.attributes).toEqual([
      { path: 'input.secret', before: null, after: null, sensitive: true },
      { path: 'output', before: null, after: null, sensitive: true },
    ]);
    expect(JSON.stringify(plans.view)).not.toContain('canary');
  });

  it('should hand over variables of any type, secrets on no command line', async () => {
    const { url } = configuration();
    const part = { variables: { size: 1, tags: { a: [1, true, 'x'] } }, secret_variables: { password: 'hunter22' } };
    const planned = await run(terraformJob(url, {}, part));
    expect(planned.output()).toMatch(/tags\s*=/);
    const reported = JSON.stringify([planned.facts, planned.system]);
    expect(reported).not.toContain('hunter22');
    expect(reported).toContain('-var-file=');
  });

  it('should read a text for a list or a map as -var does, and leave any other a text', async () => {
    const variables =
      'variable "names" { type = list(string) }\nvariable "sizes" { type = map(number) }\nvariable "text" {}\n';
    const outputs = ['names', 'sizes', 'text'].map((name) => `output "${name}" { value = var.${name} }\n`).join('');
    const { url, state } = configuration({ 'main.tf': variables + outputs });
    const part = { variables: { names: '["a", "b"]', text: '["a"]', sizes: '{ small = 1 }' } };
    expect((await run(terraformJob(url, { auto_approve: true }, part))).reason).toBe('');
    expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({
      outputs: { names: { value: ['a', 'b'] }, sizes: { value: { small: 1 } }, text: { value: '["a"]' } },
    });
  });

  it('should warn of a state in a file that the next task cannot open', async () => {
    const { url, state } = configuration();
    const attempt = recordAttempt(area, terraformJob(url, { plan_only: true }));
    await execute({ ...attempt.context, hasOwnUser: true });
    const shared = await run(terraformJob(url, { plan_only: true }));
    const warnings = [attempt, shared].map(({ system }) => system.filter((line) => line.includes(`kept in ${state}`)));
    expect(warnings.map(({ length }) => length)).toEqual([1, 0]);
  });

  it('should use the workspace, made when it is missing', async () => {
    const { url } = configuration();
    const result = await run(terraformJob(url, { workspace: 'staging', auto_approve: true }));
    expect(result.outcome).toBe('success');
    expect(result.output()).toContain('staging');
  });

  it('should give each stage its own arguments', async () => {
    const { url } = configuration();
    const stages = { init: ['-get=false'], plan: ['-parallelism=3'], apply: ['-parallelism=4'] };
    const { system } = await run(terraformJob(url, { stages, auto_approve: true, upgrade: true, reconfigure: true }));
    const commands = system.filter((line) => line.startsWith('$ '));
    expect(commands[0]).toBe('$ terraform init -input=false -upgrade -reconfigure -get=false');
    expect(commands[1]).toMatch(/^\$ terraform plan .* -parallelism=3$/);
    expect(commands[2]).toMatch(/^\$ terraform apply -input=false -lock-timeout=5m -parallelism=4 \S+plan\.tfplan$/);
  });

  it('should resolve no version again before it applies what was confirmed', async () => {
    const { url, state } = configuration();
    const job = terraformJob(url, { upgrade: true, stages: { init: ['-upgrade', '-get=false'], plan: [], apply: [] } });
    const planned = await run(job);
    const applied = await run(confirmedJob(job, stored(planned)), stored(planned));
    expect([applied.outcome, applied.reason]).toEqual(['success', '']);
    expect(planned.system).toContain('$ terraform init -input=false -upgrade -upgrade -get=false');
    expect(applied.system).toContain('$ terraform init -input=false -lockfile=readonly -get=false');
    expect(resources(state)).toBe(2);
  });

  it.each([
    ['-out', { stages: { init: [], plan: ['-out=elsewhere'], apply: [] } }, {}],
    ['-detailed-exitcode', { stages: { init: [], plan: ['-detailed-exitcode=false'], apply: [] } }, {}],
    ['-version', { stages: { init: [], plan: [], apply: ['-version'] } }, {}],
    ['-help', {}, { secret_env: { TF_CLI_ARGS_apply: '-parallelism=4 -help' } }],
  ])('should run nothing with an argument %s that would leave the plan unapplied', async (argument, planning, part) => {
    const { url, state } = configuration();
    const { outcome, reason, system } = await run(terraformJob(url, { auto_approve: true, ...planning }, part));
    expect([outcome, reason]).toEqual(['error', expect.stringContaining(`The argument ${argument} cannot be used`)]);
    expect([system.filter((line) => line.startsWith('$ ')), existsSync(state)]).toEqual([[], false]);
  });

  it('should refuse a plan whose state has moved on', async () => {
    const { url, state } = configuration();
    const job = terraformJob(url);
    const planned = await run(job);
    await run(terraformJob(url, { auto_approve: true }, { variables: { size: 5 } }));
    const late = await run(confirmedJob(job, stored(planned)), stored(planned));
    expect(late.outcome).toBe('error');
    expect(late.reason).toContain('the state has changed since the plan was made');
    expect(resources(state)).toBe(5);
  });

  it('should apply nothing when the plan file has changed on disk', async () => {
    const { url, state } = configuration();
    const attempt = recordAttempt(area, terraformJob(url, { auto_approve: true }));
    const { reportFacts } = attempt.context;
    attempt.context.reportFacts = (facts) => {
      const plan = join(attempt.context.dir, 'plan.tfplan');
      if (facts.plan_summary && existsSync(plan)) {
        appendFileSync(plan, 'x');
      }
      return reportFacts(facts);
    };
    const result = await execute(attempt.context);
    expect([result.outcome, reasonText(result.reason)]).toEqual(['error', expect.stringContaining('changed on disk')]);
    expect(existsSync(state)).toBe(false);
  });

  it('should refuse to lose a state inside of the checkout, but plan', async () => {
    const { url } = configuration({ 'backend.tf': '' });
    const refused = await run(terraformJob(url));
    expect([refused.outcome, refused.reason]).toEqual(['error', expect.stringContaining('state would be lost')]);
    expect((await run(terraformJob(url, { plan_only: true }))).outcome).toBe('success');
    const relative = configuration({ 'backend.tf': 'terraform {\n backend "local" {\n path = "x.tfstate"\n }\n}\n' });
    expect((await run(terraformJob(relative.url))).reason).toContain('state would be lost');
  });

  it('should keep the state of a directory that is used in place, also over a decision', async () => {
    const dir = area.path('in-place');
    mkdirSync(dir);
    writeFileSync(join(dir, 'main.tf'), MAIN);
    git(dir, 'init', '--quiet', '--initial-branch=main');
    git(dir, 'add', '--all');
    git(dir, 'commit', '--quiet', '-m', 'First');
    const job = terraformJob(dir);
    const planned = await run(job);
    expect(planned.outcome).toBe('planned');
    const commit = planned.facts.commit_hash ?? '';
    const second = confirmedJob({ ...job, repository: { ...job.repository, commit } }, stored(planned));
    expect((await run(second, stored(planned))).reason).toBe('');
    expect(resources(join(dir, 'terraform.tfstate'))).toBe(2);
    expect(readdirSync(dir).filter((name) => name.includes('tfvars') || name.includes('tfplan'))).toEqual([]);
  });

  it('should put the backend file there for the run and take it away again', async () => {
    const dir = area.path('overridden');
    mkdirSync(dir);
    writeFileSync(join(dir, 'main.tf'), MAIN);
    const result = await run(terraformJob(dir, { backend_filename: 'override.tf' }));
    expect(result.outcome).toBe('error');
    expect(result.output()).toMatch(/address/);
    expect(existsSync(join(dir, 'override.tf'))).toBe(false);
    writeFileSync(join(dir, 'override.tf'), '');
    expect((await run(terraformJob(dir, { backend_filename: 'override.tf' }))).reason).toContain('has a file');
    expect((await run(terraformJob(dir, { backend_filename: '../x.tf' }))).reason).toContain('extension .tf');
  });

  it('should explain in words what is wrong', async () => {
    const broken = configuration({ 'main.tf': 'resource "x" {' });
    expect((await run(terraformJob(broken.url))).reason).toMatch(/^terraform exited with code 1: \S/);
    const missing = configuration();
    const result = await run(terraformJob(missing.url, {}, { playbook: 'nowhere' }));
    expect(result.reason).toContain('"nowhere" does not exist');
  });

  it('should stop in the middle of an apply, with its provisioners, and unlock the state', async () => {
    const seconds = ownSeconds();
    const { url, state } = configuration({
      'main.tf': `resource "terraform_data" "slow" {
        provisioner "local-exec" {
          command = "echo provisioning; sleep ${seconds} & sleep ${seconds}"
        }
      }\n`,
    });
    const attempt = recordAttempt(area, terraformJob(url, { auto_approve: true }, { variables: {} }));
    const ended = execute(attempt.context);
    await attempt.printed('provisioning');
    attempt.abort('stop');
    expect((await ended).outcome).toBe('stopped');
    expect(commandLinesWith(seconds)).toEqual([]);
    expect(existsSync(`${area.dir}/.${state.split('/').at(-1) ?? ''}.lock.info`)).toBe(false);
  });

  it('should leave no readable copy of variables or plans behind', async () => {
    const { url } = configuration();
    const attempt = recordAttempt(area, terraformJob(url, {}, { secret_variables: { password: 'hunter22' } }));
    const modes: number[] = [];
    const { storePlan } = attempt.context;
    attempt.context.storePlan = (plan) => {
      modes.push(statSync(join(attempt.context.dir, 'secrets', 'variables.tfvars.json')).mode & 0o777);
      return storePlan(plan);
    };
    await execute(attempt.context);
    expect(modes).toEqual([0o600]);
    expect(existsSync(join(attempt.context.dir, 'secrets'))).toBe(false);
  });
});
