import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { RealtimeEvent, type Role } from '@switchyard/contracts';
import type { User } from '@switchyard/database';
import { newProject } from '@switchyard/database/testing';
import { eventually } from '@switchyard/testing';
import type { Socket } from 'socket.io-client';
import { type Client, newAccount, signIn } from '../../../testing/client.js';
import { openConsolePage } from '../../../testing/console-socket.js';
import { startTestApp, type TestApp } from '../../../testing/test-app.js';

let test: TestApp;
let admin: Client;
let projectId: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, await newAccount(test, { admin: true }));
  ({ id: projectId } = await newProject(test.dataSource));
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.disconnect()));
afterAll(() => test.close());

/** The open page of a member, with the roles it found on notification. */
class OpenPage {
  readonly roles: string[] = [];
  reads = 0;

  private constructor(
    readonly user: User,
    readonly socket: Socket,
    client: Client,
  ) {
    socket.on(RealtimeEvent.access, () => {
      this.reads += 1;
      void client
        .get(`/api/project/${projectId}/role`)
        .then((answer) => this.roles.push(answer.status === 200 ? answer.json<{ role: string }>().role : 'none'));
    });
  }

  static async of(role: Role): Promise<OpenPage> {
    const { user, socket, client } = await openConsolePage(test, { memberOf: projectId, role });
    sockets.push(socket);
    await socket.emitWithAck(RealtimeEvent.watchProject, { project_id: projectId });
    return new OpenPage(user, socket, client);
  }

  /** Waits until all that was sent before this call has arrived. */
  async caughtUp(): Promise<void> {
    await this.socket.emitWithAck(RealtimeEvent.watchTask, null);
  }
}

describe('an open page', () => {
  it('should be notified when its user gets another role, finds it by then, and nobody else is notified', async () => {
    const [page, other] = [await OpenPage.of('guest'), await OpenPage.of('guest')];
    const path = `/api/project/${projectId}/users/${page.user.id}`;
    expect((await admin.put(path, { role: 'manager' })).status).toBe(204);
    await eventually(() => expect(page.roles).toEqual(['manager']));
    expect((await admin.put(path, { role: 'guest' })).status).toBe(204);
    await eventually(() => expect(page.roles).toEqual(['manager', 'guest']));
    await other.caughtUp();
    expect(other.reads).toBe(0);
  });

  it('should be notified when its user is added to another project', async () => {
    const page = await OpenPage.of('guest');
    const { id } = await newProject(test.dataSource);
    expect((await admin.post(`/api/project/${id}/users`, { user_id: page.user.id, role: 'guest' })).status).toBe(204);
    await eventually(() => expect(page.reads).toBe(1));
  });

  it('should be notified when its user becomes an administrator', async () => {
    const page = await OpenPage.of('guest');
    const { id, name, username, email } = page.user;
    expect((await admin.put(`/api/users/${id}`, { name, username, email, admin: true })).status).toBe(204);
    await eventually(() => expect(page.reads).toBe(1));
  });

  it('should be notified when its user is removed, beside that the project is gone', async () => {
    const page = await OpenPage.of('guest');
    const gone: unknown[] = [];
    page.socket.on(RealtimeEvent.gone, (body: unknown) => gone.push(body));
    expect((await admin.delete(`/api/project/${projectId}/users/${page.user.id}`)).status).toBe(204);
    await eventually(() => expect(page.roles).toEqual(['none']));
    expect(gone).toContainEqual({ project_id: projectId });
  });
});
