import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { DEFAULT_BACKEND_FILENAME, type Job, type JobPlanning } from '@switchyard/contracts';
import { eventually, installSlowProvider } from '@switchyard/testing';
import { sha256 } from '../../attempt/attempt-plans.js';
import {
  exampleJob,
  KEPT_HERE,
  makeTestArea,
  NO_KEY,
  recordAttempt,
  type RecordedAttempt,
} from '../../testing/recorded-attempt.js';
import { reasonText } from '../../testing/reason-text.js';
import { StateServer } from '../../testing/state-server.js';
import { execute } from '../execute.js';
import { withStateAddress } from '../../gateway/state-address.js';
import { describeWithTerraform } from '../../testing/describe-with-terraform.js';

/** How often Terraform tries without being configured. */
const TRIES_OF_THE_TOOL = 3;
/** A variable group that lets the tool try again at once. */
const WITHOUT_WAITS = { TF_HTTP_RETRY_WAIT_MIN: '0', TF_HTTP_RETRY_WAIT_MAX: '0' };
const PASSWORD = 'canary-of-the-state';

describeWithTerraform('a state that the control plane keeps', () => {
  const area = makeTestArea();
  const server = new StateServer();
  let url: URL;
  let count = 0;
  beforeAll(async () => {
    url = await server.start();
  });
  beforeEach(() => void Object.assign(server, { state: '', holder: '', away: 0, isDown: false }));
  afterAll(() => {
    server.close();
    area.remove();
  });

  /** A job on a directory that is used in place, whose configuration has a backend of its own. */
  function stateJob(planning: Partial<JobPlanning> = {}, part: Partial<Job> = {}): { dir: string; job: Job } {
    const dir = area.path(`in-place-${++count}`);
    mkdirSync(dir);
    writeFileSync(`${dir}/main.tf`, 'resource "terraform_data" "box" {\n  input = "one"\n}\n');
    writeFileSync(`${dir}/backend.tf`, 'terraform {\n  backend "local" {}\n}\n');
    const state = { address: '/api/terraform/task-7', login: 'workspace-3', password: PASSWORD, ca: null };
    const flags = { plan_only: false, destroy: false, auto_approve: false, upgrade: false, reconfigure: false };
    const stages = { init: [], plan: [], apply: [] };
    const job = exampleJob(dir, {
      app: 'terraform',
      playbook: '',
      planning: {
        workspace: 'staging',
        module_key: NO_KEY,
        backend_filename: DEFAULT_BACKEND_FILENAME,
        state,
        ...flags,
        stages,
        confirmed_plan: null,
        ...planning,
      },
      ...part,
    });
    return { dir, job: withStateAddress(job, { url }) };
  }

  async function run(job: Job, confirmed: Buffer | null = null): Promise<RecordedAttempt & { reason: string }> {
    const attempt = recordAttempt(area, job);
    attempt.plans.confirmed = confirmed;
    const { reason } = await execute(attempt.context);
    return { ...attempt, reason: reasonText(reason) };
  }

  it('should be read, locked and written by its attempts, over a decision, and leave nothing in the directory', async () => {
    const { dir, job } = stateJob();
    const planned = await run(job);
    const plan = planned.plans.stored ?? Buffer.alloc(0);
    expect([planned.reason, plan.includes(PASSWORD)]).toEqual(['', false]);
    const confirmed_plan = { sha256: sha256(plan), size: plan.length };
    const applied = await run({ ...job, planning: { ...(job.planning as JobPlanning), confirmed_plan } }, plan);
    expect(applied.reason).toBe('');
    expect(server.state).toContain('terraform_data');
    const path = '/base/api/terraform/task-7';
    expect(new Set(server.calls)).toEqual(
      new Set([`GET ${path}`, `POST ${path}/lock`, `DELETE ${path}/lock`, `POST ${path}?ID`]),
    );
    expect([...server.logins]).toEqual([`Basic ${btoa(`workspace-3:${PASSWORD}`)}`]);
    expect(readdirSync(dir).filter((name) => name !== '.terraform.lock.hcl')).toEqual(['backend.tf', 'main.tf']);
    expect(JSON.stringify([planned.system, applied.system, planned.facts])).not.toContain(PASSWORD);
    expect(applied.system).toContain('The state of the workspace "staging" is kept by the control plane');
  });

  it('should give the name of the workspace to a variable, and warn where the configuration reads terraform.workspace', async () => {
    const { dir, job } = stateJob({ auto_approve: true });
    const read = 'variable "switchyard_workspace" {}\noutput "name" { value = var.switchyard_workspace }\n';
    writeFileSync(`${dir}/main.tf`, `${read}output "default" { value = terraform.workspace }\n`);
    const { reason, system } = await run(job);
    expect(reason).toBe('');
    expect(JSON.parse(server.state)).toMatchObject({
      outputs: { name: { value: 'staging' }, default: { value: 'default' } },
    });
    expect(system).toContainEqual(expect.stringMatching(/reads terraform\.workspace.*"switchyard_workspace"/));
  });

  it('should name who has the lock', async () => {
    server.holder = 'task 12 of "Net", started by ann';
    const { job } = stateJob({ stages: { init: [], plan: ['-lock-timeout=0s'], apply: [] } });
    expect((await run(job)).reason).toContain('the state is locked by task 12 of "Net", started by ann');
  });

  it('should be saved when the control plane is back, which may take longer than the tool would try by itself', async () => {
    server.away = TRIES_OF_THE_TOOL;
    const { reason, plans } = await run(stateJob({ auto_approve: true }, { env: WITHOUT_WAITS }).job);
    expect([reason, plans.state]).toEqual(['', null]);
    expect(server.state).toContain('terraform_data');
  });

  it('should leave the runner a copy when it could not be saved, as often as the variable group lets the tool try', async () => {
    server.away = TRIES_OF_THE_TOOL;
    const { job } = stateJob({ auto_approve: true }, { env: { TF_HTTP_RETRY_MAX: '0' } });
    const { reason, plans, system } = await run(job);
    expect(reason).toContain('the state could not be saved');
    expect(JSON.parse(String(plans.state))).toMatchObject({ resources: [{ type: 'terraform_data', name: 'box' }] });
    expect([system.join('\n').includes('keeps a copy'), server.state]).toEqual([true, '']);
  });

  it('should leave the runner a copy for a person when its own backend could not save it', async () => {
    const elsewhere = new StateServer();
    const other = await elsewhere.start();
    elsewhere.away = TRIES_OF_THE_TOOL;
    const env = { TF_HTTP_ADDRESS: `${other.origin}/mine`, TF_HTTP_RETRY_MAX: '0' };
    const { reason, plans } = await run(stateJob({ auto_approve: true, workspace: '' }, { env }).job);
    elsewhere.close();
    expect(reason).toContain(`as ${KEPT_HERE}: save it with "state push"`);
    expect(JSON.parse(String(plans.state))).toMatchObject({ resources: [{ type: 'terraform_data', name: 'box' }] });
  });

  it('should be kept when the attempt is stopped while the tool tries to save it, though its grace is over', async () => {
    const provider = installSlowProvider(area.dir);
    const waits = { TF_HTTP_RETRY_MAX: '3', TF_HTTP_RETRY_WAIT_MIN: '1', TF_HTTP_RETRY_WAIT_MAX: '1' };
    const part = { env: { ...provider.env, ...waits }, stop_grace_seconds: 1 };
    const { dir, job } = stateJob({ auto_approve: true }, part);
    writeFileSync(`${dir}/main.tf`, provider.configuration({ journal: 'unsaved', seconds: 600 }));
    const attempt = recordAttempt(area, job);
    const ended = execute(attempt.context);
    await eventually(() => provider.made('unsaved') === 1, { timeout: 60_000 });
    server.isDown = true;
    attempt.abort('stop');
    expect((await ended).outcome).toBe('stopped');
    expect(JSON.parse(String(attempt.plans.state))).toMatchObject({
      resources: [{ name: 'unsaved', instances: [{ status: 'tainted' }] }],
    });
    expect(attempt.system).toContainEqual(expect.stringContaining('the tool has up to ten minutes more'));
  });

  it('should be kept elsewhere when a variable group sets its address, and its password stay here', async () => {
    const elsewhere = new StateServer();
    const other = await elsewhere.start();
    const env = { TF_HTTP_ADDRESS: `${other.origin}/mine` };
    const { job } = stateJob({ auto_approve: true, workspace: '' }, { env });
    expect((await run(job)).reason).toBe('');
    elsewhere.close();
    expect([...elsewhere.logins]).toEqual(['']);
    expect(elsewhere.state).toContain('terraform_data');
    expect(existsSync(`${job.repository.url}/${DEFAULT_BACKEND_FILENAME}`)).toBe(false);
  });
});
