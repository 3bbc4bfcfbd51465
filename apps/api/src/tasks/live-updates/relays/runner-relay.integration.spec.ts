import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { BusChannel, RealtimeEvent, type RegisterAnswer, type Runner } from '@switchyard/contracts';
import type { User } from '@switchyard/database';
import { newProject, newRunner } from '@switchyard/database/testing';
import type { Engine } from '@switchyard/engine';
import type { MessageBus } from '@switchyard/server';
import { eventually } from '@switchyard/testing';
import type { Socket } from 'socket.io-client';
import { BUS, ENGINE } from '../../../platform/infrastructure/tokens.js';
import { type Answer, Client, newAccount, signIn } from '../../../testing/client.js';
import { openConsolePage } from '../../../testing/console-socket.js';
import { startTestApp, type TestApp } from '../../../testing/test-app.js';

let test: TestApp;
let admin: Client;
let projectId: number;
let otherProjectId: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, await newAccount(test, { admin: true }));
  ({ id: projectId } = await newProject(test.dataSource));
  ({ id: otherProjectId } = await newProject(test.dataSource));
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.disconnect()));
afterAll(() => test.close());

/** A console that watches runners, with the messages it got. */
class Watcher {
  messages = 0;

  private constructor(
    readonly user: User,
    readonly allowed: boolean,
    private readonly socket: Socket,
  ) {
    this.socket.on(RealtimeEvent.runners, () => (this.messages += 1));
  }

  /** @param of the project whose runners are watched; `null` = all */
  static async of(of: number | null, row: Partial<User> & { memberOf?: number } = {}): Promise<Watcher> {
    const { user, socket } = await openConsolePage(test, row);
    sockets.push(socket);
    const { ok } = (await socket.emitWithAck(RealtimeEvent.watchRunners, { project_id: of })) as { ok: boolean };
    return new Watcher(user, ok, socket);
  }

  receives(times = 1): Promise<void> {
    return eventually(() => expect(this.messages).toBeGreaterThanOrEqual(times));
  }

  /** Waits until all that was sent before this call has arrived. */
  async caughtUp(): Promise<void> {
    await this.socket.emitWithAck(RealtimeEvent.watchTask, null);
  }

  leave(): Promise<unknown> {
    return this.socket.emitWithAck(RealtimeEvent.watchRunners, null);
  }
}

const publish = (channel: string, payload: string): void => test.app.get<MessageBus>(BUS).publish(channel, payload);
const publishChange = (...ids: number[]): void => publish(BusChannel.fleet, ids.join(','));

describe('what people do to a runner', () => {
  const notified = jest.fn<(ids: readonly number[]) => void>();
  let stop: () => void;
  beforeAll(() => {
    const { signals } = test.app.get<Engine>(ENGINE);
    const spy = jest.spyOn(signals, 'runnersChanged').mockImplementation(notified);
    stop = () => spy.mockRestore();
  });
  afterAll(() => stop());

  it.each<[string, (path: string) => Promise<Answer>]>([
    ['change', (path) => admin.put(path, { name: 'new', active: true })],
    ['switch', (path) => admin.post(`${path}/active`, { active: false })],
    ['drain', (path) => admin.post(`${path}/drain`, { draining: true })],
    ['rotate', (path) => admin.post(`${path}/rotate`)],
    ['clear', (path) => admin.delete(`${path}/cache`)],
    ['remove', (path) => admin.delete(path)],
  ])('should be reported when they %s it', async (_what, send) => {
    const { id } = await newRunner(test.dataSource);
    notified.mockClear();
    expect((await send(`/api/runners/${id}`)).status).toBeLessThan(300);
    expect(notified.mock.calls.flat(2)).toContain(id);
  });

  it('should be reported when they delete its project', async () => {
    const project = await newProject(test.dataSource);
    const { id } = await newRunner(test.dataSource, { projectId: project.id });
    notified.mockClear();
    expect((await admin.delete(`/api/project/${project.id}`)).status).toBe(204);
    expect(notified.mock.calls.flat(2)).toEqual([id]);
  });

  it('should be reported when they create one, or let it register itself', async () => {
    notified.mockClear();
    const { id } = (await admin.post('/api/runners', { name: 'made' })).json<Runner>();
    const { token } = (await admin.post('/api/runner_registration_tokens', { name: 'own' })).json<{ token: string }>();
    const body = { name: 'own', registration_token: token, public_key: Buffer.alloc(32, 1).toString('base64') };
    const answer = (await new Client(test.address).post('/api/runner-gateway/register', body)).json<RegisterAnswer>();
    expect(notified.mock.calls).toEqual([[[id]], [[answer.runner_id]]]);
  });
});

describe('who watches the runners of the installation', () => {
  it('should be an administrator', async () => {
    const member = await Watcher.of(null, { memberOf: projectId });
    const boss = await Watcher.of(null, { admin: true });
    expect([member.allowed, boss.allowed]).toEqual([false, true]);
    publishChange((await newRunner(test.dataSource)).id);
    await boss.receives();
    await member.caughtUp();
    expect(member.messages).toBe(0);
  });

  it('should be notified that a task changed, because a runner may have more or less to do', async () => {
    const boss = await Watcher.of(null, { admin: true });
    const update = { type: 'update', project_id: projectId, template_id: 1, task_id: 1, status: 'running' };
    publish(
      BusChannel.task,
      JSON.stringify({ ...update, start: null, end: null, version: null, waiting_reason: null }),
    );
    await boss.receives();
  });

  it('should be notified of a flood a few times only', async () => {
    const boss = await Watcher.of(null, { admin: true });
    for (let i = 1; i <= 200; i++) {
      publishChange(i);
    }
    await boss.receives();
    await boss.caughtUp();
    expect(boss.messages).toBeLessThan(5);
  });

  it('should receive nothing more when somebody stops being an administrator, or leaves the page', async () => {
    const fallen = await Watcher.of(null, { admin: true });
    const gone = await Watcher.of(null, { admin: true });
    const boss = await Watcher.of(null, { admin: true });
    const { name, username, email } = fallen.user;
    const body = { name, username, email, admin: false, alert: false, external: false };
    expect((await admin.put(`/api/users/${fallen.user.id}`, body)).status).toBe(204);
    await gone.leave();
    await eventually(async () => {
      const [before, counted] = [fallen.messages, boss.messages];
      publishChange(1);
      await boss.receives(counted + 1);
      await fallen.caughtUp();
      expect(fallen.messages).toBe(before);
    });
    expect(gone.messages).toBe(0);
  });
});

describe('who watches the runners of a project', () => {
  it('should be a member of it', async () => {
    const outsider = await Watcher.of(projectId, { memberOf: otherProjectId });
    const member = await Watcher.of(projectId, { memberOf: projectId });
    expect([outsider.allowed, member.allowed]).toEqual([false, true]);
    publishChange((await newRunner(test.dataSource, { projectId, tags: ['x'] })).id);
    await member.receives();
    await outsider.caughtUp();
    expect(outsider.messages).toBe(0);
  });

  it('should be notified of the runners of this project, of global ones, and of those that are gone', async () => {
    const member = await Watcher.of(projectId, { memberOf: projectId });
    const other = await Watcher.of(otherProjectId, { memberOf: otherProjectId });
    publishChange((await newRunner(test.dataSource, { projectId: otherProjectId, tags: ['x'] })).id);
    await other.receives();
    await member.caughtUp();
    expect(member.messages).toBe(0);
    publishChange((await newRunner(test.dataSource)).id);
    await member.receives();
    publishChange(1_000_000);
    await member.receives(2);
  });
});
