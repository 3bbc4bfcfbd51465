import type { DataSource, EntityManager } from 'typeorm';

/** The users who see a project in their list: its members and the administrators. */
export async function usersWhoSee(on: Pick<DataSource | EntityManager, 'query'>, projectId: number): Promise<number[]> {
  const users = await on.query<{ id: number }[]>(
    `select user_id as id from project_member where project_id = $1 union select id from "user" where admin order by id`,
    [projectId],
  );
  return users.map(({ id }) => id);
}
