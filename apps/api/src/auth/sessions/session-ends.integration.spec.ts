import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BusChannel, taskMessage } from '@switchyard/contracts';
import type { User } from '@switchyard/database';
import { meetAtLock, newProject } from '@switchyard/database/testing';
import { createLogger, type MessageBus } from '@switchyard/server';
import { eventually } from '@switchyard/testing';
import { WebSocket } from 'ws';
import { createApp } from '../../app/create-app.js';
import { BUS } from '../../platform/infrastructure/tokens.js';
import { type Client, cookieOf, newAccount, newPerson, PASSWORD, type Person, signIn } from '../../testing/client.js';
import { enableTotp } from '../../testing/second-factor.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

/** How long an end may take to be known everywhere. */
const LIMIT_MS = 1_000;

let test: TestApp;
/** A second replica on the same database. */
let replica: NestFastifyApplication;
let admin: Client;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  test = await startTestApp();
  replica = await createApp(test.config, createLogger({ name: 'api', level: 'silent' }));
  await replica.listen(0, '127.0.0.1');
  admin = await signIn(test, await newAccount(test, { admin: true }));
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.terminate()));
afterAll(async () => {
  await replica.close();
  await test.close();
});

const somebody = (row: Partial<User> = {}): Promise<Person> => newPerson(test, row);
const bus = (): MessageBus => test.app.get<MessageBus>(BUS);

/** A live connection, by default at the second replica. */
async function liveOf({ cookie }: Person, address?: string): Promise<WebSocket> {
  const base = address ?? (await replica.getUrl());
  const socket = new WebSocket(`${base.replace('http', 'ws')}/api/ws`, { headers: { cookie } });
  sockets.push(socket);
  await once(socket, 'open');
  return socket;
}

const endings: [string, (person: Person) => Promise<{ status: number }>][] = [
  ['signs out', ({ client }) => client.post('/api/auth/logout')],
  [
    'changes the password elsewhere',
    async ({ user }) =>
      (await signIn(test, user)).post(`/api/users/${user.id}/password`, {
        password: 'new password',
        old_password: PASSWORD,
      }),
  ],
  [
    'changes the password here',
    ({ user, client }) =>
      client.post(`/api/users/${user.id}/password`, { password: 'new password', old_password: PASSWORD }),
  ],
  [
    'gets a password from an administrator',
    ({ user }) => admin.post(`/api/users/${user.id}/password`, { password: 'new password' }),
  ],
  ['is removed', ({ user }) => admin.delete(`/api/users/${user.id}`)],
  ['leaves for good', ({ user, client }) => client.delete(`/api/users/${user.id}`)],
];

describe('a session', () => {
  it.each(endings)('should be over at every replica, live connections too, when its user %s', async (_, end) => {
    const person = await somebody();
    const there = person.client.at(await replica.getUrl());
    expect((await there.get('/api/user')).status).toBe(200);
    const socket = await liveOf(person);
    const closed = once(socket, 'close');
    expect((await end(person)).status).toBe(204);
    await expect(Promise.race([closed, pause(LIMIT_MS, 'too late')])).resolves.toEqual([1008, expect.anything()]);
    await eventually(async () => expect((await there.get('/api/user')).status).toBe(401), { timeout: LIMIT_MS });
    expect((await person.client.get('/api/user')).status).toBe(401);
  });

  it('should refuse a live connection when it is over, or waits for a second step', async () => {
    const [gone, waiting] = [await somebody(), await somebody()];
    await gone.client.post('/api/auth/logout');
    await enableTotp(test, waiting.user);
    const answer = await waiting.client.post('/api/auth/login', { auth: waiting.user.username, password: PASSWORD });
    for (const cookie of [gone.cookie, cookieOf(answer), 'semaphore=', 'semaphore=made-up']) {
      const socket = new WebSocket(`${test.address.replace('http', 'ws')}/api/ws`, { headers: { cookie } });
      const [error] = (await once(socket, 'error')) as [Error];
      expect(error.message).toContain('401');
    }
  });
});

describe('a live connection', () => {
  it('should end when its session did so while it was let in', async () => {
    const person = await somebody();
    const [opened] = await meetAtLock(
      test.dataSource,
      ['lock table project_member in access exclusive mode', []],
      [async () => ({ closed: once(await liveOf(person, test.address), 'close') })],
      async () => {
        const notified = new Promise<string>((resolve) => bus().subscribe(BusChannel.access, resolve));
        expect((await person.client.post('/api/auth/logout')).status).toBe(204);
        expect(await notified).toBe(String(person.user.id));
      },
    );
    await expect(Promise.race([opened?.closed, pause(LIMIT_MS, 'too late')])).resolves.toEqual([
      1008,
      expect.anything(),
    ]);
  });
});

describe('a rank', () => {
  it('should be gone at every replica, from live connections too, when it is taken away', async () => {
    const [hidden, own] = [await newProject(test.dataSource), await newProject(test.dataSource)];
    const person = await somebody({ admin: true });
    await test.dataSource.query(`insert into project_member (project_id, user_id, role) values ($1, $2, 'guest')`, [
      own.id,
      person.user.id,
    ]);
    const there = person.client.at(await replica.getUrl());
    const socket = await liveOf(person);
    const seen: number[] = [];
    socket.on('message', (data: Buffer) => {
      seen.push((JSON.parse(data.toString()) as { project_id: number }).project_id);
    });
    emitTask(hidden.id);
    await eventually(() => expect(seen).toEqual([hidden.id]));
    expect((await there.get('/api/runners')).status).toBe(200);
    const { user } = person;
    const members = { name: user.name, username: user.username, email: user.email, admin: false };
    expect((await admin.put(`/api/users/${user.id}`, members)).status).toBe(204);
    await eventually(async () => expect((await there.get('/api/runners')).status).toBe(403), { timeout: LIMIT_MS });
    expect((await there.get(`/api/project/${hidden.id}`)).status).toBe(404);
    await eventually(async () => {
      seen.length = 0;
      emitTask(hidden.id);
      emitTask(own.id);
      await eventually(() => seen.includes(own.id));
      expect(seen).toEqual([own.id]);
    });
  });
});

/** A task of the project changes. */
function emitTask(projectId: number): void {
  const update = { type: 'update', project_id: projectId, template_id: 1, task_id: 1, status: 'waiting' } as const;
  const rest = { start: null, end: null, version: null, waiting_reason: null };
  bus().publish(BusChannel.task, taskMessage({ ...update, ...rest }));
}
