import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealtimeEvent } from '@switchyard/contracts';
import { ProjectMember, type Task } from '@switchyard/database';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { eventually } from '@switchyard/testing';
import type { Server } from 'socket.io';
import { WebSocket } from 'ws';
import {
  MAX_BATCH_BYTES,
  MAX_CONSOLE_BACKLOG,
  MAX_SOCKETS_PER_USER,
  MAX_USER_BACKLOG,
} from '../../../platform/bounds.js';
import { newPerson, type Person } from '../../../testing/client.js';
import { openConsolePage } from '../../../testing/console-socket.js';
import { type ProjectFixture, startProjectFixture } from '../../../testing/project-fixture.js';
import { SlowReader } from '../../../testing/slow-reader.js';
import { storeLog } from '../../../testing/stored-log.js';
import { backlogOf } from '../console/console-backlog.js';
import { ConsoleClients } from '../console/console-clients.js';

const LINES = 200;
const text = (line: number): string => `${line} `.padEnd(60_000, 'x');

describe('limits of live connections', () => {
  let test: ProjectFixture;
  let task: Task;

  beforeAll(async () => {
    test = await startProjectFixture();
    task = await newTask(test.dataSource, await newTemplate(test.dataSource, { projectId: test.projectId }));
    const chunks = Array.from({ length: LINES / 10 }, (_, i) => Array.from({ length: 10 }, (_, j) => text(i * 10 + j)));
    await storeLog(test.dataSource, task, chunks);
  });
  afterAll(() => test.close());

  const member = async (): Promise<Person> => {
    const person = await newPerson(test);
    const row = { projectId: test.projectId, userId: person.user.id, role: 'guest' } as const;
    await test.dataSource.manager.insert(ProjectMember, row);
    return person;
  };
  const backlog = (): number => {
    const { io } = test.app.get(ConsoleClients, { strict: false }) as unknown as { io: Server };
    return [...io.sockets.sockets.values()].reduce((sum, socket) => sum + backlogOf(socket), 0);
  };
  const watch = { task_id: 0, project_id: 0, next: 0 };
  const opened = async (cookie: string): Promise<number> => {
    const socket = new WebSocket(`${test.address.replace('http', 'ws')}/api/ws`, { headers: { cookie } });
    const outcome = once(socket, 'open').then(() => 101);
    socket.on('error', () => undefined);
    const refused = once(socket, 'unexpected-response').then(
      ([, answer]) => (answer as { statusCode: number }).statusCode,
    );
    sockets.push(socket);
    return Promise.race([outcome, refused]);
  };
  const sockets: WebSocket[] = [];

  it('should keep little for consoles that do not read, and send the rest when they do', async () => {
    const { cookie } = await member();
    const readers = await Promise.all(Array.from({ length: 3 }, () => SlowReader.open(test.address, { cookie })));
    for (const reader of readers) {
      reader.stopReading();
      reader.emit(RealtimeEvent.watchTask, { ...watch, project_id: test.projectId, task_id: task.id });
    }
    await eventually(() => backlog() > 0);
    let most = 0;
    for (let i = 0; i < 200; i++) {
      expect((await test.manager.get(`${test.base}/tasks`)).status).toBe(200);
      most = Math.max(most, backlog());
    }
    expect(most).toBeLessThanOrEqual(readers.length * (MAX_CONSOLE_BACKLOG + MAX_BATCH_BYTES));
    expect(most).toBeLessThanOrEqual(MAX_USER_BACKLOG);
    for (const reader of readers) {
      reader.goOn();
      await eventually(() => reader.batches.flatMap(({ lines }) => lines).length === LINES, { timeout: 30_000 });
      expect(reader.batches.flatMap(({ lines }) => lines.map((line) => Number.parseInt(line, 10)))).toEqual(
        Array.from({ length: LINES }, (_, i) => i),
      );
      reader.close();
    }
  });

  it('should serve long polls to the credential that opened the connection alone', async () => {
    const [{ cookie }, other] = [await member(), await member()];
    const poll = (headers: Record<string, string>, sid = ''): Promise<Response> =>
      fetch(`${test.address}/api/ws?EIO=4&transport=polling${sid}`, { headers });
    const { sid } = JSON.parse((await (await poll({ cookie })).text()).slice(1)) as { sid: string };
    const answers = await Promise.all(['', other.cookie].map((stranger) => poll({ cookie: stranger }, `&sid=${sid}`)));
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    const send = { method: 'POST', headers: { cookie }, body: '40' };
    expect((await fetch(`${test.address}/api/ws?EIO=4&transport=polling&sid=${sid}`, send)).status).toBe(200);
    expect((await poll({ cookie }, `&sid=${sid}`)).status).toBe(200);
  });

  it('should let a user have so many connections, and the next when one is closed', async () => {
    const [{ cookie }, other] = [await member(), await member()];
    const statuses = await Promise.all(Array.from({ length: MAX_SOCKETS_PER_USER + 10 }, () => opened(cookie)));
    expect(statuses.filter((status) => status === 101)).toHaveLength(MAX_SOCKETS_PER_USER);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    await expect(SlowReader.open(test.address, { cookie })).rejects.toThrow('429');
    expect(await opened(other.cookie)).toBe(101);
    sockets.find(({ readyState }) => readyState === WebSocket.OPEN)?.terminate();
    await eventually(async () => (await opened(cookie)) === 101);
    sockets.forEach((socket) => socket.terminate());
  });

  it('should answer few of many requests to watch, and end who sends on', async () => {
    const page = await openConsolePage(test, { memberOf: test.projectId });
    const good = await openConsolePage(test, { memberOf: test.projectId });
    await page.socket.emitWithAck(RealtimeEvent.watchRunners, null);
    const ended = new Promise((resolve) => page.socket.once('disconnect', resolve));
    const body = { project_id: test.projectId };
    const answers = await Promise.all(
      Array.from(
        { length: 60 },
        () => page.socket.emitWithAck(RealtimeEvent.watchProject, body) as Promise<{ ok: boolean }>,
      ),
    );
    expect(answers.filter(({ ok }) => !ok).length).toBeGreaterThan(10);
    expect(await good.socket.emitWithAck(RealtimeEvent.watchProject, body)).toEqual({ ok: true });
    for (let i = 0; i < 20_000; i++) {
      page.socket.emit(RealtimeEvent.watchProject, body);
    }
    await ended;
    expect(await good.socket.emitWithAck(RealtimeEvent.watchProject, body)).toEqual({ ok: true });
    [page, good].forEach(({ socket }) => socket.disconnect());
  });
});
