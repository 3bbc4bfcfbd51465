import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_WAITING_STATES_OF_PROJECT, SMALL_STATE_BYTES } from '../../platform/bounds.js';
import { stateText } from '../../testing/state-backend.js';
import { StateViewer } from './state-viewer.js';

let viewer: StateViewer;
beforeEach(() => {
  viewer = new StateViewer();
});
afterEach(() => viewer.onApplicationShutdown());

const bytesOf = (id: string): Buffer => Buffer.concat([Buffer.from(stateText(1, { a: { id } }))]);
const large = (): Buffer => bytesOf('x'.repeat(SMALL_STATE_BYTES));

describe(StateViewer.name, () => {
  it('should show a small state at once, and move a large one to a thread', async () => {
    const [small, moved] = [bytesOf('x'.repeat(10_000)), large()];
    const view = (now: Buffer) =>
      viewer.view({ projectId: 1, size: now.length, read: async () => ({ now, before: null }) });
    expect((await view(small)).state).toContain('xxx');
    expect(small.length).toBeGreaterThan(0);
    expect((await view(moved)).state).toContain('xxx');
    expect(moved.length).toBe(0);
  });

  it('should hold the bytes of one state of a project at a time, and let so many wait and no more', async () => {
    let [held, most] = [0, 0];
    const read = async () => {
      most = Math.max(most, ++held);
      await setImmediate();
      return { now: large(), before: null };
    };
    const asked = Array.from({ length: MAX_WAITING_STATES_OF_PROJECT + 3 }, async () => {
      const view = await viewer.view({ projectId: 1, size: SMALL_STATE_BYTES + 1, read });
      held -= 1;
      return view;
    });
    const settled = await Promise.allSettled(asked);
    const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toEqual([expect.objectContaining({ status: 429 }), expect.objectContaining({ status: 429 })]);
    expect(most).toBeLessThanOrEqual(2);
  });
});
