import type { EntityManager } from 'typeorm';

/** A code as it is stored. */
export interface NewEmailCode {
  sessionId: string;
  email: string;
  hash: string;
  lifetimeMinutes: number;
}

/** Stores the code of a session, in place of the one before it. */
export async function saveCode(
  manager: EntityManager,
  { sessionId, email, hash, lifetimeMinutes }: NewEmailCode,
): Promise<void> {
  await manager.query(
    `insert into email_code (session_id, email, code_hash, expires)
       values ($1, $2, $3, now() + make_interval(mins => $4))
     on conflict (session_id) do update set email = excluded.email, code_hash = excluded.code_hash,
       expires = excluded.expires, tries = 0, sent = now()`,
    [sessionId, email, hash, lifetimeMinutes],
  );
}

/** Where the code of the session went; `null` when it awaits none. */
export async function findAddress(manager: EntityManager, sessionId: string): Promise<string | null> {
  const [row] = await manager.query<{ email: string }[]>('select email from email_code where session_id = $1', [
    sessionId,
  ]);
  return row?.email ?? null;
}

/** Counts a try of the session's code; `undefined` when it has expired or was tried too often. */
export async function countTry(
  manager: EntityManager,
  sessionId: string,
  maxTries: number,
): Promise<{ hash: string; email: string } | undefined> {
  const [[row]] = await manager.query<[{ hash: string; email: string }[], number]>(
    `update email_code set tries = tries + 1
      where session_id = $1 and expires > now() and tries < $2 returning code_hash as hash, email`,
    [sessionId, maxTries],
  );
  return row;
}

/** Uses a code up: of several requests one alone gets true. */
export async function useCode(manager: EntityManager, sessionId: string, hash: string): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    'delete from email_code where session_id = $1 and code_hash = $2',
    [sessionId, hash],
  );
  return count > 0;
}

/** @param email in lower case */
export async function findUserByEmail(manager: EntityManager, email: string): Promise<number | null> {
  const [row] = await manager.query<{ id: number }[]>('select id from "user" where lower(email) = $1', [email]);
  return row?.id ?? null;
}

/** The language that the user of an address chose, a BCP 47 tag; null = none, or there is no such user. */
export async function findLanguage(manager: EntityManager, email: string): Promise<string | null> {
  const [row] = await manager.query<{ language: string | null }[]>(
    'select language from "user" where lower(email) = lower($1)',
    [email],
  );
  return row?.language ?? null;
}
