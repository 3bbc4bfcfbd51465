import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Task } from '@switchyard/contracts';
import { eventually, installSlowProvider, type SlowProvider, type SlowThing } from '@switchyard/testing';
import { faultsOfApplied } from '../chaos/check/applied.js';
import { type ApplyPlace, ApplyingTemplate, createApplyPlace } from '../support/applying.js';
import { outage, type OutageMoment } from '../support/outage.js';
import { inDatabase } from '../support/database.js';
import { describeWithTerraform } from '../support/terraform.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

/** A creation that lasts until the test opens its gate, or is stopped. */
const gated = (name: string, more: Partial<SlowThing> = {}): SlowThing => ({ journal: name, gate: name, ...more });
/** Each is the one thing of a configuration, and of a workspace, of its own. */
const THINGS = [
  ...['stopped', 'forced', 'replaced', 'silent', 'killed', 'shared'].map((name) => gated(name)),
  ...['api', 'database'].flatMap((part) => ['start', 'middle', 'last'].map((moment) => gated(`${part}-${moment}`))),
];
/** Three applies and an outage, on a busy machine. */
const OUTAGE_TEST_MS = 400_000;

/** The long form, with real times, is `applied.long.spec.ts`. */
describeWithTerraform('what an apply has made', () => {
  let place: Workplace;
  let provider: SlowProvider;
  let at: ApplyPlace;
  beforeAll(async () => {
    place = await openWorkplace(
      ({ dir }) => {
        provider = installSlowProvider(dir);
        return Object.fromEntries(THINGS.map((each) => [`${each.journal}/main.tf`, provider.configuration(each)]));
      },
      { stack: { ownServer: true } },
    );
    at = await createApplyPlace(place.client, place.project, provider);
  });
  afterAll(() => place.close());

  const begun = (name: string): Promise<unknown> => eventually(() => provider.made(name) === 1);

  /** Fails at once when the task ends without having begun to make anything. */
  const untilBegun = ({ name }: ApplyingTemplate, task: () => Promise<Task>): Promise<unknown> =>
    eventually(async () => {
      const { status, end_problem } = await task();
      return provider.made(name) === 1 || (end_problem ? { status, end_problem } : false);
    }).then((found) => expect(found).toBe(true));

  /** An apply that makes the thing of this name. */
  async function applying(name: string): Promise<{ template: ApplyingTemplate; task: number }> {
    const template = await ApplyingTemplate.create(at, name);
    const task = await template.launch();
    await begun(name);
    return { template, task };
  }

  const faults = async (template: ApplyingTemplate): Promise<string[]> =>
    faultsOfApplied(await template.applied([template.name]));

  const expire = (task: number): Promise<unknown> =>
    inDatabase(place.stack.postgres.url, `update attempt set lease_until = now() - interval '1 s' where task_id = $1`, [
      task,
    ]);

  it('should be in the state as tainted when the task is stopped', async () => {
    const { template, task } = await applying('stopped');
    await template.stop(task);
    expect(await template.untilEnded(task)).toMatchObject({ status: 'stopped', exit_code: 1 });
    expect([provider.journal('stopped'), await faults(template)]).toEqual([['create begins', 'cancelled'], []]);
    expect(await template.lock()).toBeNull();
  });

  it('should be named as missing, perhaps, when the task is stopped by force', async () => {
    const { template, task } = await applying('forced');
    await template.stop(task, true);
    expect(await template.untilEnded(task)).toMatchObject({ status: 'stopped', exit_code: null });
    await eventually(async () => expect(await template.lock()).toBeNull());
    expect(await template.notes(task)).toContain('lost_attempt_over');
    expect(await faults(template)).toEqual(['workspace forced: "forced" exists and is in no state']);
  });

  it('should be in the state as tainted, and made whole by the next, when a schedule replaces the task', async () => {
    const { client, project } = place;
    const template = await ApplyingTemplate.create(at, 'replaced');
    const path = `/project/${project.id}/schedules`;
    const body = {
      project_id: project.id,
      template_id: template.id,
      name: 'Replaces',
      cron_format: '0 0 1 1 *',
      active: true,
      overlap_policy: 'replace',
    };
    const schedule = await client.create(path, body);
    /** Its due time is moved, and a save that changes nothing wakes the dispatcher. */
    const fire = async (): Promise<void> => {
      await inDatabase(place.stack.postgres.url, 'update schedule set next_due = now() where id = $1', [schedule]);
      await client.call('PUT', `${path}/${schedule}`, { ...body, id: schedule });
    };
    await fire();
    await begun('replaced');
    await fire();
    const tasks = () => client.call<Task[]>('GET', `/project/${project.id}/templates/${template.id}/tasks`);
    await eventually(() => provider.journal('replaced').includes('deleted'));
    provider.open('replaced');
    const [second, first] = await eventually(async () => {
      const found = await tasks();
      expect(found.map(({ status }) => status)).toEqual(['success', 'stopped']);
      return found;
    });
    expect((second?.id ?? 0) > (first?.id ?? 0)).toBe(true);
    expect([provider.made('replaced'), await faults(template)]).toEqual([1, []]);
  });

  it.each([
    ['api', 20_000],
    ['database', 5_000],
  ] as const)(
    'should be in the state though the %s was away at the start, in the middle and at the last write',
    async (part, ms) => {
      const { stack } = place;
      const moments: OutageMoment[] = ['start', 'middle', 'last'];
      const templates = await Promise.all(moments.map((moment) => ApplyingTemplate.create(at, `${part}-${moment}`)));
      const [start, middle, last] = templates as [ApplyingTemplate, ApplyingTemplate, ApplyingTemplate];
      const others = await Promise.all([middle.launch(), last.launch()]);
      await Promise.all([middle, last].map((each, i) => untilBegun(each, () => each.task(others[i] ?? 0))));
      const first = await start.launch();
      await place.client.untilStatus(place.project.id, first, 'running');
      await outage(stack, { part, ms }, async () => {
        provider.open(last.name);
        await eventually(() => provider.journal(last.name).includes('create done'));
      });
      provider.open(middle.name);
      provider.open(start.name);
      for (const [template, task] of [
        [start, first],
        [middle, others[0]],
        [last, others[1]],
      ] as const) {
        expect(await template.untilEnded(task, 90_000)).toMatchObject({ status: 'success' });
        expect([provider.journal(template.name), await faults(template)]).toEqual([
          ['create begins', 'create done'],
          [],
        ]);
        expect(await template.lock()).toBeNull();
      }
    },
    OUTAGE_TEST_MS,
  );

  it('should be in the state when its runner was silent until its lease was over, and is back', async () => {
    const { template, task } = await applying('silent');
    const [runner] = place.stack.runners;
    runner?.signal('SIGSTOP');
    await expire(task);
    expect((await template.untilEnded(task)).status).toBe('error');
    expect(await template.lock()).toMatchObject({ task_id: task });
    runner?.signal('SIGCONT');
    await eventually(async () => expect(await template.notes(task)).toEqual(['lost_attempt_goes_on']));
    provider.open('silent');
    const noted = ['lost_attempt_goes_on', 'lost_attempt_saved'];
    await eventually(async () => expect(await template.notes(task)).toEqual(noted));
    expect(await template.lock()).toBeNull();
    expect([provider.made('silent'), await faults(template)]).toEqual([1, []]);
  });

  it('should be in the state as tainted when its runner was killed, and is started again', async () => {
    const { template, task } = await applying('killed');
    const [runner] = place.stack.runners;
    await runner?.kill();
    runner?.start();
    expect(await template.untilEnded(task, 90_000)).toMatchObject({
      status: 'error',
      notes: [{ code: 'lost_attempt_over' }],
    });
    await eventually(async () => expect(await template.lock()).toBeNull());
    expect([provider.journal('killed'), await faults(template)]).toEqual([['create begins', 'cancelled'], []]);
  });

  it('should be made once by two tasks of one workspace', async () => {
    const { template, task } = await applying('shared');
    const second = await template.launch();
    await eventually(async () => expect((await template.task(second)).waiting_reason?.code).toBe('workspace_busy'));
    provider.open('shared');
    for (const each of [task, second]) {
      expect((await template.untilEnded(each)).status).toBe('success');
    }
    expect([provider.made('shared'), await faults(template)]).toEqual([1, []]);
  });
});
