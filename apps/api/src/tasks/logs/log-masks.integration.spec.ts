import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AttemptLease,
  type LogBatch,
  type LogLines,
  type LogMasks,
  packMasks,
  RealtimeEvent,
  type Role,
  type SecretName,
} from '@switchyard/contracts';
import { ProjectMember } from '@switchyard/database';
import { ConsoleClients } from '../live-updates/console/console-clients.js';
import { type ConsolePage, openConsolePage } from '../../testing/console-socket.js';
import { newPerson } from '../../testing/client.js';
import { withSecrets } from '../../testing/poisoned-tasks.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { assignWaiting, RunnerClient } from '../../testing/runner-client.js';

const VALUE = 'hunter22-secret';
const LINES = 'ü *** and ***\n*** of the tool\n';

describe('what the masked secrets of a log are called', () => {
  let test: ProjectFixture;
  let runner: RunnerClient;
  let task: { id: number; projectId: number };
  let held: AttemptLease;
  let known: SecretName;

  beforeAll(async () => {
    test = await startProjectFixture();
    runner = await RunnerClient.create(test);
  });
  beforeEach(async () => {
    task = await withSecrets([VALUE])(test);
    await assignWaiting(test);
    const [row] = await test.dataSource.query<(AttemptLease & { name: string })[]>(
      `select a.id as attempt, a.lease_id as lease, e.name from attempt a
         join template t on t.id = a.template_id join environment e on e.id = t.environment_id where a.task_id = $1`,
      [task.id],
    );
    const { name: of, ...lease } = row as AttemptLease & { name: string };
    [held, known] = [lease, { kind: 'variable', name: 'SECRET_0', of }];
  });
  afterAll(() => test.close());

  const path = (): string => `/api/project/${task.projectId}/tasks/${task.id}`;
  /** The first line has a secret of the task and one of a name that none of its secrets has. */
  const masks = (): LogMasks =>
    packMasks([
      { at: 3, name: known },
      { at: 11, name: { ...known, name: 'made up' } },
    ]);
  const named = (): LogLines['masked'] => ({ places: [0, 2, 1, 0, 10, 0], secrets: [known] });
  const nameless = { places: [0, 2, 0, 0, 10, 0], secrets: [] };

  async function linesFor(role: Role | null, query = 'tail=10'): Promise<LogLines> {
    const { user, client } = await newPerson(test, role === null ? { admin: true } : {});
    if (role !== null) {
      await test.dataSource.manager.insert(ProjectMember, { projectId: task.projectId, userId: user.id, role });
    }
    return (await client.get(`${path()}/lines?${query}`)).json<LogLines>();
  }

  it('should be shown to those who manage the resources of the project, and to nobody else', async () => {
    await runner.log(held, 0, LINES, { masks: masks() });
    for (const role of ['owner', 'manager', null] as const) {
      expect([role, (await linesFor(role)).masked]).toEqual([role, named()]);
    }
    for (const role of ['task_runner', 'guest'] as const) {
      const answer = await linesFor(role);
      expect([role, answer.masked]).toEqual([role, nameless]);
      expect(JSON.stringify(answer)).not.toContain('SECRET_0');
    }
  });

  it('should leave lines and downloads as they are, and count for places within the range that is read', async () => {
    await runner.log(held, 0, LINES, { masks: masks() });
    await runner.log(held, 2, 'plain\n', { masks: packMasks([]) });
    expect((await test.admin.get(`${path()}/raw_output`)).text).toBe(`${LINES}plain\n`);
    const rest = await linesFor('owner', 'after=1&limit=2');
    expect([rest.lines, 'masked' in rest]).toEqual([['*** of the tool', 'plain'], false]);
  });

  it('should be those of the control plane where it masks itself', async () => {
    await runner.log(held, 0, `${VALUE} ***\n`, { masks: packMasks([{ at: VALUE.length + 1, name: null }]) });
    const { lines, masked } = await linesFor('owner');
    expect([lines, masked]).toEqual([['*** ***'], { places: [0, 0, 1, 0, 4, 0], secrets: [known] }]);
  });

  it.each([
    ['sends nothing, as older ones', undefined],
    ['sends what nobody understands', { names: [{ kind: 'new', name: 'x', of: '' }], at: [3, 1] } as never],
    ['sends more than there is room for', { names: [], at: Array<number>(3_000).fill(0) }],
  ])('should be unknown where the runner %s, and its lines stored all the same', async (_case, sent) => {
    const answer = await runner.log(held, 0, `Key ***\n*** so ***\n${VALUE}\n`, { masks: sent });
    expect(answer.body).toEqual({ ack: [[held.attempt, 3]], stale: [] });
    const { lines, masked } = await linesFor('owner');
    expect([lines, masked]).toEqual([['Key ***', '*** so ***', '***'], { places: [0, 4, 0, 2, 0, 0], secrets: [] }]);
  });

  it('should cost one byte where there is no secret, and count towards the size of the log where there is one', async () => {
    const size = async (): Promise<number[]> => {
      const [row] = await test.dataSource.query<{ bytes: string; masks: number }[]>(
        `select l.bytes, sum(octet_length(c.masks))::int as masks from attempt_log l
           join log_chunk c on c.task_id = l.task_id where l.task_id = $1 group by 1`,
        [task.id],
      );
      return [Number(row?.bytes), row?.masks ?? -1];
    };
    await runner.log(held, 0, 'plain\n', { masks: packMasks([]) });
    expect(await size()).toEqual(['plain\n'.length + 1, 0]);
    await runner.log(held, 1, '***\n', { masks: packMasks([{ at: 0, name: known }]) });
    const [bytes = 0, stored = 0] = await size();
    expect([stored > 0, bytes]).toEqual([true, 'plain\n'.length + '***\n'.length + 2 + stored]);
  });

  describe('over a live connection', () => {
    let pages: ConsolePage[];
    const watch = ({ socket }: ConsolePage): Promise<unknown> =>
      socket.emitWithAck(RealtimeEvent.watchTask, { project_id: task.projectId, task_id: task.id, next: 0 });
    const batch = async ({ socket }: ConsolePage): Promise<LogBatch> => {
      const [got] = (await once(socket as unknown as NodeJS.EventEmitter, RealtimeEvent.log)) as [LogBatch];
      return got;
    };
    const masked = async (work: () => Promise<unknown>): Promise<LogBatch['masked'][]> => {
      const coming = Promise.all(pages.map(batch));
      await work();
      return (await coming).map((each) => each.masked);
    };

    beforeEach(async () => {
      pages = await Promise.all(
        (['manager', 'guest'] as const).map((role) => openConsolePage(test, { memberOf: task.projectId, role })),
      );
    });

    it('should be as in the answers of calls, to who comes early and who comes late', async () => {
      await Promise.all(pages.map(watch));
      const send = (): Promise<unknown> => runner.log(held, 0, LINES, { masks: masks() });
      expect(await masked(send)).toEqual([named(), nameless]);
      pages.forEach(({ socket }) => socket.disconnect().connect());
      expect(await masked(() => Promise.all(pages.map(watch)))).toEqual([named(), nameless]);
      pages.forEach(({ socket }) => socket.disconnect());
    });

    it('should follow what the role of a member becomes', async () => {
      await Promise.all(pages.map(watch));
      const [manager, guest] = pages as [ConsolePage, ConsolePage];
      const become = (page: ConsolePage, role: Role): Promise<unknown> =>
        test.admin.put(`/api/project/${task.projectId}/users/${page.user.id}`, { role });
      const noticed = Promise.all(
        pages.map(({ socket }) => once(socket as unknown as NodeJS.EventEmitter, RealtimeEvent.access)),
      );
      await become(manager, 'guest');
      await become(guest, 'manager');
      await noticed;
      await test.app.get(ConsoleClients, { strict: false }).recheck(null);
      const send = (): Promise<unknown> => runner.log(held, 0, LINES, { masks: masks() });
      expect(await masked(send)).toEqual([nameless, named()]);
      pages.forEach(({ socket }) => socket.disconnect());
    });
  });
});
