import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BusChannel, type LogBatch, RealtimeEvent, type TaskUpdate } from '@switchyard/contracts';
import { createGitRepository, eventually, type TestGitRepository } from '@switchyard/testing';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { ApiClient } from '../support/api-client.js';
import { createProject, createTemplate, runTask, type TestProject } from '../support/project.js';
import { expectedLines, slowLines } from '../support/scripts.js';
import { TestStack } from '../support/stack.js';

/** A console's socket that keeps the lines it was sent, by their number. */
class ConsoleSocket {
  readonly lines: (string | undefined)[] = [];
  readonly updates: TaskUpdate[] = [];
  gone = 0;
  readonly socket: Socket;

  constructor(client: ApiClient) {
    this.socket = io(client.address, { path: '/api/ws', transports: ['websocket'], extraHeaders: client.headers });
    this.socket.on(RealtimeEvent.log, ({ first, lines }: LogBatch) => {
      lines.forEach((line, i) => (this.lines[first + i] = line));
    });
    this.socket.on(RealtimeEvent.task, (update: TaskUpdate) => this.updates.push(update));
    this.socket.on(RealtimeEvent.gone, () => this.gone++);
  }

  async connected(): Promise<this> {
    await new Promise<void>((resolve) => this.socket.once('connect', resolve));
    return this;
  }

  emit(event: string, body: unknown): Promise<{ ok: boolean }> {
    return this.socket.emitWithAck(event, body) as Promise<{ ok: boolean }>;
  }

  toolLines(): string[] {
    return this.lines.filter((line): line is string => line?.startsWith('line ') ?? false);
  }
}

/** Makes the api forget who is signed in and keeps it from finding out for moments, until `work` is done. */
async function disturbSignIns(url: string, userId: number, work: Promise<unknown>): Promise<void> {
  let done = false;
  void work.finally(() => (done = true));
  const client = new pg.Client(url);
  const message = `${BusChannel.access} ${String(userId).length} ${userId}`;
  await client.connect();
  for (let turn = 0; turn < 200 && !done; turn++) {
    await client.query(`select pg_notify('switchyard_bus', '0 ${message}')`);
    await client.query('begin; lock table "session"; select pg_sleep(0.03); commit; select pg_sleep(0.004)');
  }
  await client.end();
}

describe('a console that watches a project and a task', () => {
  let stack: TestStack;
  let admin: ApiClient;
  let member: ApiClient;
  let memberId: number;
  let repository: TestGitRepository;
  let project: TestProject;

  beforeAll(async () => {
    stack = await TestStack.start();
    admin = await stack.admin();
    repository = await createGitRepository({ 'run.sh': slowLines(120, 0.02) });
    project = await createProject(admin, repository.path);
    const user = { name: 'Member', username: 'member', email: 'member@example.com', password: 'a-long-password' };
    memberId = await admin.create('/users', user);
    member = new ApiClient(stack.address);
    await member.signIn('member', user.password);
  });

  afterAll(async () => {
    await stack.close();
    await repository.remove();
  });

  it('should be sent the lines it lacks and then every new one, from any line on', async () => {
    const template = await createTemplate(admin, project, {});
    const task = await runTask(admin, project, template);
    await eventually(async () => (await admin.toolLines(project.id, task)).length > 20);
    const whole = await new ConsoleSocket(admin).connected();
    const late = await new ConsoleSocket(admin).connected();
    const watch = { project_id: project.id, task_id: task };
    expect(await whole.emit(RealtimeEvent.watchProject, { project_id: project.id })).toEqual({ ok: true });
    expect(await whole.emit(RealtimeEvent.watchTask, { ...watch, next: 0 })).toEqual({ ok: true });
    expect(await late.emit(RealtimeEvent.watchTask, { ...watch, next: 10 })).toEqual({ ok: true });

    await admin.untilStatus(project.id, task, 'success');
    await eventually(() => whole.toolLines().length === 120);
    expect(whole.toolLines()).toEqual(expectedLines(120));
    await eventually(() => whole.updates.some((update) => update.task_id === task && update.status === 'success'));
    expect(late.lines.slice(0, 10).every((line) => line === undefined)).toBe(true);
    expect(late.toolLines().at(-1)).toBe('line 120');
    whole.socket.close();
    late.socket.close();
  });

  it('should receive what it subscribes to in the moment of the connection, however busy the database is', async () => {
    const sockets = Array.from({ length: 40 }, () => new ConsoleSocket(member));
    const answers = Promise.all(
      sockets.map(async (each) => {
        await each.connected();
        return each.emit(RealtimeEvent.watchProject, null);
      }),
    );
    await disturbSignIns(stack.postgres.url, memberId, answers);
    expect(await answers).toEqual(sockets.map(() => ({ ok: true })));
    sockets.forEach(({ socket }) => socket.close());
  });

  it('should refuse projects and tasks the user may not see, and requests that make no sense', async () => {
    const task = await runTask(admin, project, await createTemplate(admin, project, { name: 'Hidden' }));
    const foreign = await new ConsoleSocket(member).connected();
    expect(await foreign.emit(RealtimeEvent.watchProject, { project_id: project.id })).toEqual({ ok: false });
    const watch = { project_id: project.id, task_id: task, next: 0 };
    expect(await foreign.emit(RealtimeEvent.watchTask, watch)).toEqual({ ok: false });
    expect(await foreign.emit(RealtimeEvent.watchTask, { task_id: 'x' })).toEqual({ ok: false });
    await admin.untilEnded(project.id, task);
    expect([foreign.updates, foreign.lines]).toEqual([[], []]);
    foreign.socket.close();
  });

  it('should be cut off when the session ends', async () => {
    const socket = await new ConsoleSocket(member).connected();
    await admin.call('POST', `/users/${memberId}/password`, { password: 'another-password' });
    await eventually(() => !socket.socket.connected);
    socket.socket.close();
  });
});
