import type { EntityManager } from 'typeorm';

interface Starters {
  projectId: number;
  logins: readonly string[];
  /** Also those who are no members of the project. */
  all: boolean;
}

/** Ids of accounts by their logins in lower case. */
export async function findStarters(
  manager: EntityManager,
  { projectId, logins, all }: Starters,
): Promise<Map<string, number>> {
  const found = await manager.query<{ login: string; id: number }[]>(
    `select lower(u.username) as login, u.id from "user" u
      where lower(u.username) = any($1)
        and ($3 or exists (select from project_member m where m.project_id = $2 and m.user_id = u.id))`,
    [[...new Set(logins.map((login) => login.toLowerCase()))], projectId, all],
  );
  return new Map(found.map(({ login, id }) => [login, id]));
}
