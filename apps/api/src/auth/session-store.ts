import { Injectable } from '@nestjs/common';
import { type Session, SESSION_IDLE_DAYS } from '@switchyard/database';
import { DataSource } from 'typeorm';
import type { Caller } from './caller.js';

/** A live session with its user. */
export interface SessionRow {
  id: string;
  /** True when `last_active` is a minute old and should be moved. */
  stale: boolean;
  verified: boolean;
  verificationMethod: number;
  user: UserRow;
}

type UserRow = Pick<Caller, 'userId' | 'username' | 'name' | 'admin'>;
type FlatUser = { user_id: number; username: string; name: string; admin: boolean };
type FlatSession = FlatUser & { id: string; stale: boolean; verified: boolean; verification_method: number };

/** Sessions and tokens in the database, found by the hash of their secret. */
@Injectable()
export class SessionStore {
  constructor(private readonly dataSource: DataSource) {}

  /** The session with this id that is neither expired nor idle for too long. */
  async findLive(id: string): Promise<SessionRow | null> {
    const [row] = await this.dataSource.query<FlatSession[]>(
      `select s.id, s.last_active < now() - interval '1 minute' as stale, s.verified, s.verification_method,
              u.id as user_id, u.username, u.name, u.admin
         from session s join "user" u on u.id = s.user_id
        where s.id = $1 and not s.expired and s.last_active > now() - make_interval(days => $2)`,
      [id, SESSION_IDLE_DAYS],
    );
    return row
      ? {
          id: row.id,
          stale: row.stale,
          verified: row.verified,
          verificationMethod: row.verification_method,
          user: userOf(row),
        }
      : null;
  }

  /** The user of a token that is not expired. */
  async findTokenUser(id: string): Promise<UserRow | null> {
    const [row] = await this.dataSource.query<FlatUser[]>(
      `select u.id as user_id, u.username, u.name, u.admin
         from api_token t join "user" u on u.id = t.user_id
        where t.id = $1 and not t.expired`,
      [id],
    );
    return row ? userOf(row) : null;
  }

  async touch(id: string): Promise<void> {
    await this.dataSource.query(
      `update session set last_active = now() where id = $1 and last_active < now() - interval '1 minute'`,
      [id],
    );
  }

  /**
   * Stores a new session and removes this user's dead ones. Answers false, and stores nothing, when the password that
   * was proved is not the user's any more: a sign-in that meets a password change must not outlive it.
   */
  async create(session: Pick<Session, 'id' | 'userId' | 'ip' | 'userAgent'>, passwordHash: string): Promise<boolean> {
    const { id, userId, ip, userAgent } = session;
    await this.dataSource.query(
      `delete from session
        where user_id = $1 and (expired or last_active <= now() - make_interval(days => $2))`,
      [userId, SESSION_IDLE_DAYS],
    );
    const rows = await this.dataSource.query<unknown[]>(
      `insert into session (id, user_id, ip, user_agent)
         select $1, id, $3, $4 from "user" where id = $2 and password_hash = $5 for share
         returning id`,
      [id, userId, ip, userAgent, passwordHash],
    );
    return rows.length > 0;
  }

  /** Ends one session; answers whose it was. */
  async end(id: string): Promise<number | null> {
    const [rows] = await this.dataSource.query<[{ user_id: number }[], number]>(
      'delete from session where id = $1 returning user_id',
      [id],
    );
    return rows[0]?.user_id ?? null;
  }
}

function userOf(row: FlatUser): UserRow {
  return { userId: row.user_id, username: row.username, name: row.name, admin: row.admin };
}
