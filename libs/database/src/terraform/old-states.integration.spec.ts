import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migratedDatabase, type MigratedDatabase, newInventory, newProject } from '../testing/index.js';
import { deleteOldStates } from './old-states.js';
import { TerraformState } from './terraform-state.entity.js';

let database: MigratedDatabase;
beforeAll(async () => {
  database = await migratedDatabase();
});
afterAll(() => database.drop());

const DAY_MS = 86_400_000;

/** A workspace with a version a day, the last one today; `current` = the number of the current one. */
async function workspace(versions: number, current: number): Promise<() => Promise<number[]>> {
  const { manager } = database.dataSource;
  const { id: projectId } = await newProject(database.dataSource);
  const { id: inventoryId } = await newInventory(database.dataSource, { projectId, type: 'terraform-workspace' });
  for (let n = 1; n <= versions; n++) {
    const created = new Date(Date.now() - (versions - n) * DAY_MS);
    const content = { serial: String(n), lineage: 'l', size: 1, md5: '', blob: '', created, current: n === current };
    await manager.insert(TerraformState, { projectId, inventoryId, ...content });
  }
  return async () =>
    (await manager.find(TerraformState, { where: { inventoryId }, order: { id: 'ASC' } })).map(({ serial }) =>
      Number(serial),
    );
}

it('should keep the newest versions of each workspace, the young ones and the current one', async () => {
  const [one, two] = [await workspace(5, 1), await workspace(2, 2)];
  expect(await deleteOldStates(database.dataSource, { perWorkspace: 0, maxAgeDays: 0 })).toBe(0);
  expect(await deleteOldStates(database.dataSource, { perWorkspace: 3, maxAgeDays: 0 })).toBe(1);
  expect([await one(), await two()]).toEqual([
    [1, 3, 4, 5],
    [1, 2],
  ]);
  expect(await deleteOldStates(database.dataSource, { perWorkspace: 0, maxAgeDays: 1 })).toBe(3);
  expect([await one(), await two()]).toEqual([[1, 5], [2]]);
});

it('should leave states that wait for a decision, and count them as no version', async () => {
  const left = await workspace(4, 4);
  await database.dataSource.query(`update terraform_state set offered = true where serial in (1, 3) and lineage = 'l'`);
  await deleteOldStates(database.dataSource, { perWorkspace: 2, maxAgeDays: 0 });
  expect(await left()).toEqual([1, 2, 3, 4]);
  await deleteOldStates(database.dataSource, { perWorkspace: 0, maxAgeDays: 1 });
  expect(await left()).toEqual([1, 3, 4]);
});
