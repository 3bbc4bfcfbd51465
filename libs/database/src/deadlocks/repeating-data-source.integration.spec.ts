import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Project } from '../project/project.entity.js';
import { meetAtLock, migratedDatabase, type MigratedDatabase, newProject } from '../testing/index.js';

let database: MigratedDatabase;
let first: Project;
let second: Project;
beforeAll(async () => {
  database = await migratedDatabase();
  first = await newProject(database.dataSource);
  second = await newProject(database.dataSource);
});
afterAll(() => database.drop());

const lock = 'select 1 from project where id = $1 for update';

/** Lets a call that holds the second row wait for the first one, then locks them the other way round, and wins. */
const inDeadlock = async <T>(call: () => Promise<T>): Promise<T | undefined> => {
  const [answer] = await meetAtLock(database.dataSource, [lock, [first.id]], [call], async (holder) => {
    await holder.query(`set local deadlock_timeout = '1min'`);
    await holder.query(lock, [second.id]);
  });
  return answer;
};

const nameOf = async ({ id }: Project): Promise<string> =>
  (await database.dataSource.manager.findOneByOrFail(Project, { id })).name;

describe('a data source', () => {
  it('should run a transaction again as a whole that lost a deadlock', async () => {
    let runs = 0;
    await inDeadlock(() =>
      database.dataSource.transaction(async (manager) => {
        runs++;
        await manager.update(Project, { id: second.id }, { name: `second ${runs}` });
        await manager.update(Project, { id: first.id }, { name: `first ${runs}` });
      }),
    );
    expect([runs, await nameOf(first), await nameOf(second)]).toEqual([2, 'first 2', 'second 2']);
  });

  const both = `
    with one as (update project set name = 'one' where id = $1 returning id)
    update project set name = 'two' from one where project.id = $2 returning project.name`;

  it('should run a statement again that lost a deadlock', async () => {
    await inDeadlock(() => database.dataSource.query(both, [second.id, first.id]));
    expect([await nameOf(first), await nameOf(second)]).toEqual(['two', 'one']);
  });
});
