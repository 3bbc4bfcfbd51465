import type { TokenScope } from '@switchyard/contracts';
import { SESSION_IDLE_DAYS } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import type { Caller } from './caller.js';
import { FRESH_MINUTES } from './fresh-sign-in.js';

/** Pending step of a session, as stored. */
export const Verification = { none: 0, totp: 1, email: 2 } as const;
export type Verification = (typeof Verification)[keyof typeof Verification];

/** A session that is not known to be signed in. `userId` is null for an address that no user has. */
export interface PendingSession {
  id: string;
  userId: number | null;
  outstanding: Verification;
}

/** A session to store; with a password hash it begins only as long as that is the user's. */
export interface NewSession {
  id: string;
  userId: number;
  ip: string;
  userAgent: string;
  passwordHash: string | null;
}

/**
 * Second factors that must follow a sign-in: `totp` = an authenticator if the user has one; a code by mail `first` of all, or
 * `instead` of an authenticator that the user does not have, or `never`.
 */
export interface SecondFactorNeeds {
  totp: boolean;
  email: 'first' | 'instead' | 'never';
}

/** Half an hour for all steps of a sign-in; afterwards seven days without use end it. $2 = the days. */
const LIVE = `not s.expired and s.last_active > now() - make_interval(days => $2)
  and (s.verified or s.created > now() - interval '30 minutes')`;

/** A live session. Its user is null as long as it waits for a code for an address that no user has. */
export interface SessionRow {
  id: string;
  /** True when `last_active` is a minute old and should be moved. */
  stale: boolean;
  /** True when its user proved within {@link FRESH_MINUTES} who he is. */
  fresh: boolean;
  /** Pending step; the session is unusable before it is done. */
  outstanding: Verification;
  verified: boolean;
  user: UserRow | null;
}

type UserRow = Pick<Caller, 'userId' | 'username' | 'name' | 'admin'>;
/** Whose token it is, when it ends, what it may do beyond the rest, and whether its last use is a minute old. */
type TokenUser = UserRow & { tokenEnd: Date | null; scopes: TokenScope[]; stale: boolean };
type FlatUser = { user_id: number; username: string; name: string; admin: boolean };
type FlatSession = (FlatUser | { user_id: null }) & {
  id: string;
  stale: boolean;
  fresh: boolean;
  verified: boolean;
  verification_method: Verification;
};

/** The session with this id that is neither expired nor idle for too long. */
export async function findLiveSession(manager: EntityManager, id: string): Promise<SessionRow | null> {
  const [row] = await manager.query<FlatSession[]>(
    `select s.id, s.last_active < now() - interval '1 minute' as stale,
            s.proved_at > now() - make_interval(mins => $3) as fresh, s.verified, s.verification_method,
            u.id as user_id, u.username, u.name, u.admin
       from session s left join "user" u on u.id = s.user_id
      where s.id = $1 and u.left_directory is null and ${LIVE}`,
    [id, SESSION_IDLE_DAYS, FRESH_MINUTES],
  );
  return row
    ? {
        id: row.id,
        stale: row.stale,
        fresh: row.fresh,
        verified: row.verified,
        outstanding: row.verification_method,
        user: row.user_id === null ? null : userOf(row),
      }
    : null;
}

/** The user of a token that is not expired. Who left the directory has none. */
export async function findTokenUser(manager: EntityManager, id: string): Promise<TokenUser | null> {
  const [row] = await manager.query<(FlatUser & { expires: Date | null; scopes: TokenScope[]; stale: boolean })[]>(
    `select u.id as user_id, u.username, u.name, u.admin, t.expires, t.scopes,
            coalesce(t.last_used < now() - interval '1 minute', true) as stale
       from api_token t join "user" u on u.id = t.user_id
      where t.id = $1 and not t.expired and (t.expires is null or t.expires > now()) and u.left_directory is null`,
    [id],
  );
  return row ? { ...userOf(row), tokenEnd: row.expires, scopes: row.scopes, stale: row.stale } : null;
}

export async function touchSession(manager: EntityManager, id: string): Promise<void> {
  await manager.query(
    `update session set last_active = now() where id = $1 and last_active < now() - interval '1 minute'`,
    [id],
  );
}

/** Notes a use of a token, at most once a minute. */
export async function touchToken(manager: EntityManager, id: string, address: string): Promise<void> {
  await manager.query(
    `update api_token set last_used = now(), last_used_from = $2
      where id = $1 and coalesce(last_used < now() - interval '1 minute', true)`,
    [id, address],
  );
}

/**
 * Stores a new session and removes this user's dead ones. The same statement decides which factors are
 * outstanding, so no authenticator that is enabled meanwhile is missed. Answers `null`, and stores nothing, when the user is gone, has left
 * the directory, or the password that was proved is not the user's any more: a sign-in that meets a password change must not outlive it.
 */
export async function createSession(
  manager: EntityManager,
  session: NewSession,
  needs: SecondFactorNeeds,
): Promise<Verification | null> {
  const { id, userId, ip, userAgent, passwordHash } = session;
  await manager.query(
    `delete from session
      where user_id = $1 and (expired or last_active <= now() - make_interval(days => $2))`,
    [userId, SESSION_IDLE_DAYS],
  );
  const [row] = await manager.query<{ verification_method: Verification }[]>(
    `insert into session (id, user_id, ip, user_agent, verification_method, verified)
       select $1, u.id, $3, $4, n.kind, n.kind = ${Verification.none}
         from "user" u,
              lateral (select case
                 when $7 then ${Verification.email}
                 when $6 and exists (select 1 from user_totp t where t.user_id = u.id) then ${Verification.totp}
                 when $8 then ${Verification.email}
                 else ${Verification.none} end as kind) n
        where u.id = $2 and u.left_directory is null and ($5::text is null or u.password_hash = $5) for share of u
       returning verification_method`,
    [id, userId, ip, userAgent, passwordHash, needs.totp, needs.email === 'first', needs.email === 'instead'],
  );
  return row?.verification_method ?? null;
}

/** Stores a session of nobody that waits for a code by mail. */
export async function createAddressSession(
  manager: EntityManager,
  { id, ip, userAgent }: Pick<NewSession, 'id' | 'ip' | 'userAgent'>,
): Promise<void> {
  await manager.query(
    `insert into session (id, user_id, ip, user_agent, verification_method, verified)
       values ($1, null, $2, $3, ${Verification.email}, false)`,
    [id, ip, userAgent],
  );
}

/** The session with this id that waits for something, and for whom; one that waits for nothing has `none`. */
export async function findPendingSession(manager: EntityManager, id: string): Promise<PendingSession | null> {
  const [row] = await manager.query<{ user_id: number | null; verified: boolean; method: Verification }[]>(
    `select user_id, verified, verification_method as method from session s where s.id = $1 and ${LIVE}`,
    [id, SESSION_IDLE_DAYS],
  );
  return row ? { id, userId: row.user_id, outstanding: row.verified ? Verification.none : row.method } : null;
}

/**
 * One step is done: the session goes on under a new id, and the old one opens nothing any more. Answers false when
 * the session ended meanwhile, or another request did the step.
 * @param next what is outstanding after it
 */
export async function advanceSession(
  manager: EntityManager,
  { id, outstanding }: PendingSession,
  newId: string,
  userId: number,
  next: Verification,
): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    `update session set id = $2, user_id = $3, last_active = now(), verified_at = now(), proved_at = now(),
            verification_method = case when $4::smallint = ${Verification.none} then verification_method else $4::smallint end,
            verified = $4::smallint = ${Verification.none}
      where id = $1 and not verified and verification_method = $5`,
    [id, newId, userId, next, outstanding],
  );
  return count > 0;
}

/** The user of a session has proved who he is: it goes on under a new id. Answers false when it ended meanwhile. */
export async function proveSession(manager: EntityManager, id: string, newId: string): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    'update session set id = $2, proved_at = now(), last_active = now() where id = $1 and verified and not expired',
    [id, newId],
  );
  return count > 0;
}

/** Ends one session; answers whose it was. */
export async function endSession(manager: EntityManager, id: string): Promise<number | null> {
  const [rows] = await manager.query<[{ user_id: number }[], number]>(
    'delete from session where id = $1 returning user_id',
    [id],
  );
  return rows[0]?.user_id ?? null;
}

function userOf(row: FlatUser): UserRow {
  return { userId: row.user_id, username: row.username, name: row.name, admin: row.admin };
}
