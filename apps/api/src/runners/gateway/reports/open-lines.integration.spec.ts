import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AttemptLease, type OpenLine, RealtimeEvent } from '@switchyard/contracts';
import { openConsolePage } from '../../../testing/console-socket.js';
import { heldTask } from '../../../testing/poisoned-tasks.js';
import { type ProjectFixture, startProjectFixture } from '../../../testing/project-fixture.js';
import { RunnerClient } from '../../../testing/runner-client.js';

const SECRET = 'hunter22-secret';

describe('the last line of a log that has no end yet', () => {
  let test: ProjectFixture;
  let runner: RunnerClient;
  let task: { id: number; projectId: number };
  let held: AttemptLease;

  beforeAll(async () => {
    test = await startProjectFixture();
    runner = await RunnerClient.create(test);
  });
  beforeEach(async () => {
    const { taskId: id, projectId, ...lease } = await heldTask(test, [SECRET]);
    task = { id, projectId };
    held = lease;
  });
  afterAll(() => test.close());

  const send = (line: number, text: string, of: Partial<AttemptLease> = {}) =>
    runner.call('open-lines', { lines: [{ ...held, ...of, line, time: 5, text }] });

  /** A console that watches the task; `next` answers what it receives of the open line from now on. */
  async function watch() {
    const { socket } = await openConsolePage(test, { admin: true });
    const got: OpenLine[] = [];
    socket.on(RealtimeEvent.openLine, (open: OpenLine) => got.push(open));
    const wanted = { project_id: task.projectId, task_id: task.id, next: 0 };
    expect(await socket.emitWithAck(RealtimeEvent.watchTask, wanted)).toEqual({ ok: true });
    const next = async (): Promise<OpenLine> => {
      if (got.length === 0) {
        await once(socket as unknown as NodeJS.EventEmitter, RealtimeEvent.openLine);
      }
      return got.shift() as OpenLine;
    };
    return { socket, got, next };
  }

  it('should reach who watches, masked once more, and who comes later until it has its end', async () => {
    const first = await watch();
    expect((await send(1, `Key ${SECRET}, again: ${SECRET.slice(0, 9)}`)).status).toBe(204);
    const open = { task_id: task.id, attempt: 1, line: 1, time: 5, text: 'Key ***, again: ' };
    expect(await first.next()).toEqual(open);
    const second = await watch();
    expect(await second.next()).toEqual(open);
    const lines = once(second.socket as unknown as NodeJS.EventEmitter, RealtimeEvent.log);
    await runner.log(held, 0, 'queue\nKey ***, again: no\n');
    await lines;
    const third = await watch();
    expect(third.got).toEqual([]);
    [first, second, third].forEach(({ socket }) => socket.disconnect());
  });

  it('should be cut to what a message carries', async () => {
    const page = await watch();
    const answer = await send(0, '\u0001'.repeat(2_000));
    expect(answer.status).toBe(204);
    expect((await page.next()).text).toBe('\u0001'.repeat(1_000));
    page.socket.disconnect();
  });

  it('should be nothing of an attempt whose lease is not the one of its runner', async () => {
    const page = await watch();
    // Made last: tasks of later tests could go to it.
    const stranger = await RunnerClient.create(test);
    const lines = [{ ...held, line: 0, time: 5, text: 'forged' }];
    expect((await stranger.call('open-lines', { lines })).status).toBe(204);
    await send(0, 'late', { lease: '00000000-0000-4000-8000-000000000000' });
    await send(0, 'true\nsecond line');
    expect((await page.next()).text).toBe('true second line');
    page.socket.disconnect();
  });
});
