import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BusChannel, type DeliveryList, deliveryMessage, RealtimeEvent, type Role } from '@switchyard/contracts';
import { ProjectMember } from '@switchyard/database';
import { newProject } from '@switchyard/database/testing';
import type { Engine } from '@switchyard/engine';
import type { MessageBus } from '@switchyard/server';
import { eventually } from '@switchyard/testing';
import type { Socket } from 'socket.io-client';
import { AccessChanges } from '../../../auth/access/access-changes.js';
import { BUS, ENGINE } from '../../../platform/infrastructure/tokens.js';
import { openConsolePage } from '../../../testing/console-socket.js';
import { startTestApp, type TestApp } from '../../../testing/test-app.js';

let test: TestApp;
let projectId: number;
let otherProjectId: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  test = await startTestApp();
  ({ id: projectId } = await newProject(test.dataSource));
  ({ id: otherProjectId } = await newProject(test.dataSource));
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.disconnect()));
afterAll(() => test.close());

/** A console that watches a list of the project, with the messages it got. */
async function watcher(of: DeliveryList, role?: Role, admin = false) {
  const { user, socket } = await openConsolePage(test, role ? { memberOf: projectId, role } : { admin });
  sockets.push(socket);
  const got = { user, allowed: false, messages: 0 };
  socket.on(RealtimeEvent.deliveries, () => (got.messages += 1));
  const answer: unknown = await socket.emitWithAck(RealtimeEvent.watchDeliveries, {
    project_id: of === 'audit' ? null : projectId,
    of,
  });
  got.allowed = (answer as { ok: boolean }).ok;
  return Object.assign(got, { caughtUp: () => socket.emitWithAck(RealtimeEvent.watchTask, null) });
}

const publish = (of: DeliveryList, of_project = projectId): void =>
  test.app.get<MessageBus>(BUS).publish(BusChannel.delivery, deliveryMessage({ projectId: of_project, of }));

describe('a list of deliveries', () => {
  it('should be watched by those who may read it', async () => {
    const allowed = async (of: DeliveryList) => {
      const watchers = await Promise.all(([undefined, 'guest', 'manager'] as const).map((role) => watcher(of, role)));
      return watchers.map((each) => each.allowed);
    };
    expect(await allowed('alerts')).toEqual([false, false, true]);
    expect(await allowed('webhooks')).toEqual([false, true, true]);
    expect(await allowed('runs')).toEqual([false, true, true]);
    expect(await allowed('sync')).toEqual([false, true, true]);
  });

  it('should be watched by administrators where it is of the installation', async () => {
    const manager = await watcher('audit', 'manager');
    const admin = await watcher('audit', undefined, true);
    expect([manager.allowed, admin.allowed]).toEqual([false, true]);
    test.app.get<Engine>(ENGINE).signals.deliveryListsChanged([{ projectId: null, of: 'audit' }]);
    await eventually(() => expect(admin.messages).toBe(1));
    await manager.caughtUp();
    expect(manager.messages).toBe(0);
  });

  it('should be reported when it changed, and no other one', async () => {
    const [alerts, webhooks] = [await watcher('alerts', 'manager'), await watcher('webhooks', 'guest')];
    publish('alerts', otherProjectId);
    publish('webhooks');
    await eventually(() => expect(webhooks.messages).toBe(1));
    await alerts.caughtUp();
    expect(alerts.messages).toBe(0);
    test.app.get<Engine>(ENGINE).signals.deliveryListsChanged([{ projectId, of: 'alerts' }]);
    await eventually(() => expect(alerts.messages).toBe(1));
  });

  it('should not be reported to somebody who may not read it any more', async () => {
    const fallen = await watcher('alerts', 'manager');
    const other = await watcher('alerts', 'manager');
    await test.dataSource.manager.update(ProjectMember, { projectId, userId: fallen.user.id }, { role: 'guest' });
    test.app.get(AccessChanges).publish([fallen.user.id]);
    await eventually(async () => {
      const [before, counted] = [fallen.messages, other.messages];
      publish('alerts');
      await eventually(() => expect(other.messages).toBeGreaterThan(counted));
      await fallen.caughtUp();
      expect(fallen.messages).toBe(before);
    });
  });
});
