import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { RealtimeEvent, type WorkspaceChange } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Socket } from 'socket.io-client';
import { openConsolePage } from '../testing/console-socket.js';
import { type ProjectFixture, startProjectFixture } from '../testing/project-fixture.js';
import { callBackend, lockInfo, newWorkspace, stateText } from '../testing/state-backend.js';

let test: ProjectFixture;
const sockets: Socket[] = [];
beforeAll(async () => {
  test = await startProjectFixture();
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.disconnect()));
afterAll(() => test.close());

/** A console that watches the project, with what it learned of workspaces. */
async function watcher(projectId: number): Promise<WorkspaceChange[]> {
  const { socket } = await openConsolePage(test, { memberOf: projectId });
  sockets.push(socket);
  const got: WorkspaceChange[] = [];
  socket.on(RealtimeEvent.workspace, (change: WorkspaceChange) => got.push(change));
  expect(await socket.emitWithAck(RealtimeEvent.watchProject, { project_id: projectId })).toEqual({ ok: true });
  return got;
}

describe('the state and the lock of a workspace', () => {
  it('should be reported to the consoles of the project, and to no other, when a tool outside changes them', async () => {
    const at = await newWorkspace(test);
    const [mine, foreign] = [await watcher(test.projectId), await watcher(test.foreign.projectId)];
    const change = { project_id: test.projectId, inventory_id: at.inventoryId };
    const does = async (method: string, path: string, body?: string): Promise<void> => {
      const before = mine.length;
      expect((await callBackend(test.address, method, path, body === undefined ? {} : { body })).status).toBe(200);
      await eventually(() => expect(mine.slice(before)).toEqual([change]));
    };
    await does('LOCK', at.path, lockInfo('one'));
    await does('POST', `${at.path}?ID=one`, stateText(1));
    await does('UNLOCK', at.path, lockInfo('one'));
    await does('DELETE', at.path);
    expect(foreign).toEqual([]);
  });

  it('should be reported when an owner frees the lock, but not when a lock was refused', async () => {
    const at = await newWorkspace(test);
    await callBackend(test.address, 'LOCK', at.path, { body: lockInfo('one') });
    const got = await watcher(test.projectId);
    const other = { body: lockInfo('two') };
    expect((await callBackend(test.address, 'LOCK', at.path, other)).status).toBe(423);
    const freed = await test.owner.delete(`${test.base}/inventory/${at.inventoryId}/terraform/lock`);
    expect(freed.status).toBe(204);
    await eventually(() => expect(got).toEqual([{ project_id: test.projectId, inventory_id: at.inventoryId }]));
  });
});
