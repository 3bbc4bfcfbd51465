import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GitRepository } from '../git-repository/git-repository.entity.js';
import { DeviceLogin } from '../session/device-login.entity.js';
import { migratedDatabase, type MigratedDatabase, newGitRepository, newProject, newUser } from '../testing/index.js';
import { User } from '../user/user.entity.js';
import { ManagedRow, ProjectSync } from './project-sync.entity.js';

let database: MigratedDatabase;
beforeAll(async () => {
  database = await migratedDatabase();
});
afterAll(() => database.drop());

const manager = () => database.dataSource.manager;

describe('the sync of a project', () => {
  let projectId: number;
  let repositoryId: number;
  let userId: number;
  beforeEach(async () => {
    const { dataSource } = database;
    ({ id: projectId } = await newProject(dataSource));
    ({ id: repositoryId } = await newGitRepository(dataSource, { projectId }));
    ({ id: userId } = await newUser(dataSource));
    await manager().insert(ProjectSync, { projectId, repositoryId, userId });
  });

  const syncs = () => manager().findBy(ProjectSync, { projectId });

  it('should be due at once, and delete nothing that leaves the files', async () => {
    const [sync] = await syncs();
    expect(sync).toMatchObject({ prune: false, commit: null, applied: null, faults: [], leaseId: null });
    expect(sync?.nextCheck.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('should be the only one of its project', async () => {
    await expect(manager().insert(ProjectSync, { projectId, repositoryId, userId })).rejects.toThrow(
      /project_sync_project/,
    );
  });

  it.each(['repository', 'person', 'project'])('should go with its %s', async (owner) => {
    await manager().insert(ManagedRow, { projectId, noun: 'view', rowId: 1, place: 'views.yaml:2:5' });
    if (owner === 'repository') {
      await manager().delete(GitRepository, repositoryId);
    } else if (owner === 'person') {
      await manager().delete(User, userId);
    } else {
      await database.dataSource.query('delete from project where id = $1', [projectId]);
      expect(await manager().countBy(ManagedRow, { projectId })).toBe(0);
    }
    expect(await syncs()).toEqual([]);
  });

  it('should have one place for each row of its files', async () => {
    const row = { projectId, noun: 'key', rowId: 1 };
    await manager().insert(ManagedRow, { ...row, place: 'keys.yaml:2:5' });
    await expect(manager().insert(ManagedRow, { ...row, place: 'keys.yaml:9:5' })).rejects.toThrow(/managed_row/);
  });

  it('should not stand in the way of the sync of another project', async () => {
    const { id: otherId } = await newProject(database.dataSource);
    const { id: others } = await newGitRepository(database.dataSource, { projectId: otherId });
    await manager().insert(ProjectSync, { projectId: otherId, repositoryId: others, userId });
    await manager().delete(ProjectSync, { projectId: otherId });
    expect(await syncs()).toHaveLength(1);
  });
});

describe('the sign-in of a command line', () => {
  const add = (id: string, row: Partial<DeviceLogin> = {}) =>
    manager().insert(DeviceLogin, { id, userCode: id, name: 'laptop', ip: '127.0.0.1', expires: new Date(), ...row });

  it('should have a code of its own', async () => {
    await add('one');
    await expect(add('two', { userCode: 'one' })).rejects.toThrow(/device_login_user_code/);
  });

  it('should go with the person who has confirmed it', async () => {
    const { id: userId } = await newUser(database.dataSource);
    await add('three', { userId });
    await manager().delete(User, userId);
    expect(await manager().countBy(DeviceLogin, { id: 'three' })).toBe(0);
  });
});
