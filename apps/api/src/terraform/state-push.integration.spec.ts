import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TerraformState } from '@switchyard/contracts';
import { type ProjectFixture, startProjectFixture } from '../testing/project-fixture.js';
import { callBackend, lockInfo, newWorkspace, stateText, type TestWorkspace } from '../testing/state-backend.js';

describe('a state that a person pushes', () => {
  let test: ProjectFixture;
  beforeAll(async () => void (test = await startProjectFixture()));
  afterAll(() => test.close());

  const path = ({ inventoryId }: TestWorkspace): string => `${test.base}/inventory/${inventoryId}/terraform/states`;
  const push = async (at: TestWorkspace, text: string, query = '') =>
    (await test.owner.post(path(at) + query, text)).status;
  const versions = async (at: TestWorkspace) => (await test.manager.get(path(at))).json<TerraformState[]>();

  it('should be the current version, byte for byte, under the name of that person', async () => {
    const at = await newWorkspace(test);
    expect(await push(at, stateText(3))).toBe(204);
    expect((await callBackend(test.address, 'GET', at.path)).bytes.toString()).toBe(stateText(3));
    expect(await versions(at)).toMatchObject([{ serial: 3, current: true, author: expect.any(String), task_id: null }]);
  });

  it('should follow the current one as those of tools do, unless it is forced', async () => {
    const at = await newWorkspace(test);
    await push(at, stateText(3));
    expect(await push(at, stateText(2))).toBe(409);
    expect(await push(at, stateText(2), '?force=true')).toBe(204);
    expect((await versions(at)).map(({ serial, current }) => [serial, current])).toEqual([
      [2, true],
      [3, false],
    ]);
  });

  it('should not come in while somebody holds the lock, forced or not', async () => {
    const at = await newWorkspace(test);
    await callBackend(test.address, 'LOCK', at.path, { body: lockInfo('one') });
    expect([await push(at, stateText(1)), await push(at, stateText(1), '?force=true')]).toEqual([409, 409]);
    expect(await versions(at)).toEqual([]);
  });

  it('should be a state, of a workspace of the project', async () => {
    const at = await newWorkspace(test);
    expect(await push(at, '{"version": 3}')).toBe(400);
    expect(await push(at, stateText(1), '?force=yes')).toBe(400);
    expect((await test.manager.post(path(at), stateText(1))).status).toBe(403);
    const { inventoryId } = test.foreign;
    expect((await test.owner.post(`${test.base}/inventory/${inventoryId}/terraform/states`, stateText(1))).status).toBe(
      404,
    );
  });
});
