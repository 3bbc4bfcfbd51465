import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isDemoDue } from '../demo/demo-due.js';
import { migratedDatabase, type MigratedDatabase, newProject, newUser } from '../testing/index.js';
import { ProjectMember } from './project-member.entity.js';
import { usersWhoSee } from './users-who-see.js';

let database: MigratedDatabase;
beforeAll(async () => {
  database = await migratedDatabase(2);
});
afterAll(() => database.drop());

describe(usersWhoSee.name, () => {
  it('should be members and administrators, each once, and nobody else', async () => {
    const source = database.dataSource;
    const [one, other] = [await newProject(source), await newProject(source)];
    const admin = await newUser(source, { admin: true });
    const [member, both, stranger] = [
      await newUser(source),
      await newUser(source, { admin: true }),
      await newUser(source),
    ];
    await source.manager.insert(ProjectMember, [
      { projectId: one.id, userId: member.id, role: 'guest' },
      { projectId: one.id, userId: both.id, role: 'owner' },
      { projectId: other.id, userId: stranger.id, role: 'owner' },
    ]);
    const seers = await usersWhoSee(source, one.id);
    expect(seers).toEqual([admin.id, member.id, both.id].sort((a, b) => a - b));
    expect(await usersWhoSee(source, other.id)).toEqual([admin.id, both.id, stranger.id].sort((a, b) => a - b));
    expect(await usersWhoSee(source, 999_999)).toEqual([admin.id, both.id]);
  });
});

describe(isDemoDue.name, () => {
  const keep = (project: string, reset: string): Promise<unknown> =>
    database.dataSource.query(
      `insert into demo (id, project_id, next_reset) values (1, ${project}, now() + interval '${reset}')
       on conflict (id) do update set project_id = excluded.project_id, next_reset = excluded.next_reset`,
    );

  it('should be so without a demo, without a project of it, and when its time is over', async () => {
    expect(await isDemoDue(database.dataSource)).toBe(true);
    await keep('null', '1 hour');
    expect(await isDemoDue(database.dataSource)).toBe(true);
    await keep('(select min(id) from project)', '-1 second');
    expect(await isDemoDue(database.dataSource)).toBe(true);
  });

  it('should not be so while the demo has its project', async () => {
    await keep('(select min(id) from project)', '1 hour');
    expect(await isDemoDue(database.dataSource)).toBe(false);
  });
});
