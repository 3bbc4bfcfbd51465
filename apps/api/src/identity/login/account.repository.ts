import type { EntityManager } from 'typeorm';

/** Account that signs in with a login or email. */
export interface Account {
  id: number;
  email: string;
  external: boolean;
  /** `null` for who has no password here. */
  password_hash: string | null;
}

/** An account that was looked for. */
interface FoundAccount {
  account: Account | undefined;
  /** Whether some account has a password hash of bcrypt. */
  amongForeign: boolean;
}

/** The user with this login, or else with this email. @param name in lower case */
export async function findAccount(manager: EntityManager, name: string): Promise<FoundAccount> {
  const [row] = await manager.query<{ account: Account | null; foreign: boolean }[]>(
    `select (select json_build_object('id', id, 'email', email, 'external', external,
                                      'password_hash', case when external then null else password_hash end)
               from "user" where lower(username) = $1 or lower(email) = $1
              order by lower(username) = $1 desc limit 1) as account,
            exists (select 1 from "user" where password_hash like '$2%') as foreign`,
    [name],
  );
  return { account: row?.account ?? undefined, amongForeign: row?.foreign ?? false };
}

/** Puts a hash in the place of another of the same password; false when the user has that other one no more. */
export async function renewHash(
  manager: EntityManager,
  { id, password_hash: before }: Account,
  after: string,
): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    'update "user" set password_hash = $3 where id = $1 and password_hash = $2',
    [id, before, after],
  );
  return count > 0;
}
