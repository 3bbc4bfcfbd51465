import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_SHOWN_STATE_BYTES, type TerraformState, type TerraformStateContent } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import { type Client, signInAs } from '../../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { callBackend, newWorkspace, stateText } from '../../testing/state-backend.js';

let test: ProjectFixture;
let guest: Client;
beforeAll(async () => {
  test = await startProjectFixture();
  guest = await signInAs(test, test.projectId, 'guest');
});
afterAll(() => test.close());

/** About 8 MiB with many small values. */
const large = (serial: number): string => {
  const attributes = { id: serial, password: 'canary', tags: { a: 'x', b: 'y' }, ports: [1, 2, 3] };
  const one = stateText(serial, { r: attributes }).length;
  const count = Math.floor((MAX_SHOWN_STATE_BYTES - 1_000) / one);
  return stateText(serial, Object.fromEntries(Array.from({ length: count }, (_, n) => [`r${n}`, attributes])));
};

async function workspaceWith(texts: readonly string[]): Promise<string> {
  const { path, inventoryId } = await newWorkspace(test);
  for (const body of texts) {
    expect((await callBackend(test.address, 'POST', path, { body })).status).toBe(200);
  }
  return `${test.base}/inventory/${inventoryId}/terraform/states`;
}

describe('a state of 8 MiB', () => {
  it('should be shown to guests with what changed, some at once', async () => {
    const states = await workspaceWith([large(1), large(2)]);
    const [now] = (await guest.get(states)).json<TerraformState[]>();
    // On a slow machine the last may wait for too long, and is asked for again.
    const shown = () =>
      eventually(
        async () => {
          const answer = await guest.get(`${states}/${now?.id}`);
          expect(answer.status).toBe(200);
          return answer;
        },
        { timeout: 60_000 },
      );
    const [first] = await Promise.all([shown(), shown(), shown(), shown()]);
    const { state, difference } = first.json<TerraformStateContent>();
    expect([state.includes('canary'), difference?.against, difference?.changed.length]).toEqual([
      false,
      1,
      expect.any(Number),
    ]);
    expect(difference?.changed.length).toBeGreaterThan(0);
  });

  it('should be refused as too large to show where it would take many times its size', async () => {
    const list = Array(3 * 1024 * 1024).fill(1);
    const states = await workspaceWith([stateText(1, { r: { password: 'canary', list } })]);
    const answer = await guest.get(`${states}/latest`);
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([400, 'state_large']);
  });
});
