import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TerraformAlias } from '@switchyard/database';
import { newInventory } from '@switchyard/database/testing';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';
import { callBackend, LOGIN } from '../testing/state-backend.js';

describe('an installation without the HTTP backend', () => {
  let test: ProjectFixture;
  beforeAll(async () => {
    test = await startProjectFixture({ SWITCHYARD_FEATURES: 'task_result' });
  });
  afterAll(() => test.close());

  it('should have no address and show no version, also of a workspace that had some', async () => {
    const { projectId, dataSource, manager, base } = test;
    const row = { projectId, type: 'terraform-workspace', inventory: 'w' } as const;
    const { id: inventoryId } = await newInventory(dataSource, row);
    const body = { name: 'backend', type: 'login_password', login_password: LOGIN };
    const { id: authKeyId } = (await manager.post(`${base}/keys`, body)).json<{ id: number }>();
    const alias = randomUUID().replaceAll('-', '');
    const old = dataSource.manager.create(TerraformAlias, { projectId, inventoryId, authKeyId, alias });
    const { id } = await dataSource.manager.save(old);

    const terraform = `${base}/inventory/${inventoryId}/terraform`;
    expect((await manager.post(`${terraform}/aliases`, { auth_key_id: authKeyId })).status).toBe(404);
    expect((await manager.get(`${terraform}/aliases/${id}`)).status).toBe(404);
    const lists = [await manager.get(`${terraform}/aliases`), await manager.get(`${terraform}/states`)];
    expect(lists.map((answer) => answer.json())).toEqual([[], []]);
    expect((await manager.get(`${terraform}/states/latest`)).status).toBe(404);
    expect((await callBackend(test.address, 'GET', `/api/terraform/${alias}`)).status).toBe(404);
  });
});
