import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createGitRepository, eventually, freePort, installSlowProvider, type SlowProvider } from '@switchyard/testing';
import { faultsOfApplied } from '../chaos/check/applied.js';
import { ApiClient } from '../support/api-client.js';
import { type ApplyPlace, ApplyingTemplate, createApplyPlace } from '../support/applying.js';
import { outage } from '../support/outage.js';
import { createProject } from '../support/project.js';
import { removeInstallation, StartedCommand } from '../support/started-command.js';
import { describeWithTerraform } from '../support/terraform.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

const MINUTE = 60_000;
/** A user of its own would reach neither the provider nor its journal. */
const UNSEPARATED = { SWITCHYARD_LOCAL_RUNNER_RUN_AS: 'off' };

describeWithTerraform('what an apply has made, at real times', () => {
  const NAMES = ['start', 'middle', 'last', 'silent', 'limited'];
  let place: Workplace;
  let provider: SlowProvider;
  let at: ApplyPlace;
  beforeAll(async () => {
    place = await openWorkplace(({ dir }) => {
      provider = installSlowProvider(dir);
      const configuration = (name: string) => provider.configuration({ journal: name, gate: name });
      return Object.fromEntries(NAMES.map((name) => [`${name}/main.tf`, configuration(name)]));
    });
    at = await createApplyPlace(place.client, place.project, provider);
  });
  afterAll(() => place.close());

  const begun = (name: string): Promise<unknown> => eventually(() => provider.made(name) === 1, { timeout: MINUTE });
  const faults = async (template: ApplyingTemplate): Promise<string[]> =>
    faultsOfApplied(await template.applied([template.name]));

  it('should be in the state though the api was away for five minutes at the start, in the middle and at the last write', async () => {
    const create = (name: string) => ApplyingTemplate.create(at, name);
    const [start, middle, last] = [await create('start'), await create('middle'), await create('last')];
    const tasks = [await middle.launch(), await last.launch()];
    await Promise.all([begun('middle'), begun('last')]);
    const first = await start.launch();
    await place.client.untilStatus(place.project.id, first, 'running');
    await outage(place.stack, { part: 'api', ms: 5 * MINUTE }, () => Promise.resolve(provider.open('last')));
    provider.open('middle');
    provider.open('start');
    for (const template of [middle, last]) {
      await eventually(() => provider.journal(template.name).includes('create done'), { timeout: 3 * MINUTE });
    }
    for (const template of [start, middle, last]) {
      await eventually(async () => expect(await template.lock()).toBeNull(), { timeout: 3 * MINUTE });
      expect([template.name, await faults(template)]).toEqual([template.name, []]);
    }
    for (const task of [first, ...tasks]) {
      await place.client.untilEnded(place.project.id, task, MINUTE);
    }
  });

  it('should be in the state when its runner was silent for two minutes, and is back', async () => {
    const template = await ApplyingTemplate.create(at, 'silent');
    const task = await template.launch();
    await begun('silent');
    const [runner] = place.stack.runners;
    runner?.signal('SIGSTOP');
    await pause(2 * MINUTE);
    runner?.signal('SIGCONT');
    expect((await template.untilEnded(task)).status).toBe('error');
    provider.open('silent');
    await eventually(async () => expect(await template.lock()).toBeNull(), { timeout: MINUTE });
    expect([provider.made('silent'), await faults(template)]).toEqual([1, []]);
  });

  it('should be in the state as tainted when the time of the task is over', async () => {
    const template = await ApplyingTemplate.create(at, 'limited', { timeout_minutes: 1 });
    const task = await template.launch();
    expect(await template.untilEnded(task, 3 * MINUTE)).toMatchObject({
      status: 'error',
      end_problem: { code: 'task_time_limit' },
    });
    expect([provider.journal('limited'), await faults(template)]).toEqual([['create begins', 'cancelled'], []]);
  });
});

describeWithTerraform('npm start that is ended and started again while a task applies', () => {
  it('should have what was being made in the state, as tainted', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'switchyard-start-'));
    const provider = installSlowProvider(await mkdtemp(join(tmpdir(), 'switchyard-provider-')));
    const repository = await createGitRepository({
      'ended/main.tf': provider.configuration({ journal: 'ended', gate: 'ended' }),
    });
    const args = ['--data-dir', dir, '--port', String(await freePort())];
    const first = new StartedCommand(args, UNSEPARATED);
    const [, address = '', login = '', password = ''] = await first.ready();
    const client = new ApiClient(address);
    await client.signIn(login, password);
    const project = await createProject(client, `file://${repository.path}`);
    const template = await ApplyingTemplate.create(await createApplyPlace(client, project, provider), 'ended');
    const task = await template.launch();
    await eventually(() => provider.made('ended') === 1, { timeout: MINUTE });
    await first.end('SIGTERM');
    expect(provider.journal('ended')).toEqual(['create begins', 'cancelled']);

    const second = new StartedCommand(args, UNSEPARATED);
    await second.ready();
    await client.signIn(login, password);
    expect((await template.untilEnded(task)).status).toBe('error');
    expect([faultsOfApplied(await template.applied(['ended'])), await template.lock()]).toEqual([[], null]);
    await second.end('SIGTERM');
    await repository.remove();
    await removeInstallation(dir);
  });
});
