import type { EntityManager } from 'typeorm';

/** Account that signs in with a login or email. */
export interface Account {
  id: number;
  email: string;
  external: boolean;
  /** `null` for who has no password here. */
  password_hash: string | null;
}

/** The user with this login, or else with this email. @param name in lower case */
export async function findAccount(manager: EntityManager, name: string): Promise<Account | undefined> {
  const [user] = await manager.query<Account[]>(
    `select id, email, external, case when external then null else password_hash end as password_hash
       from "user" where lower(username) = $1 or lower(email) = $1
      order by lower(username) = $1 desc limit 1`,
    [name],
  );
  return user;
}
