import type { EnabledTotp } from '@switchyard/contracts';
import type { User } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { generateSync } from 'otplib';
import { type Answer, Client, cookieOf, PASSWORD, signIn } from './client.js';
import type { TestApp } from './test-app.js';

/** An authenticator app that scanned the user's code. */
export interface Authenticator {
  /** Answer of `POST 2fas/totp`. */
  enabled: EnabledTotp;
  /** The code of the present 30 seconds, or of some steps later. */
  code(stepsLater?: number): string;
}

/** Turns two-factor sign-in on for the user. @param session of the user; by default a new one by password */
export async function enableTotp(test: TestApp, user: User, session?: Client): Promise<Authenticator> {
  const answer = await (session ?? (await signIn(test, user))).post(`/api/users/${user.id}/2fas/totp`);
  return scanned(test, answer, 'user_totp');
}

/** An app that scanned an authenticator that still waits for its first code. */
export async function beginTotp(test: TestApp, user: User, session: Client): Promise<Authenticator> {
  return scanned(test, await session.post(`/api/users/${user.id}/2fas/totp`, { pending: true }), 'pending_totp');
}

async function scanned(test: TestApp, answer: Answer, table: 'user_totp' | 'pending_totp'): Promise<Authenticator> {
  const enabled = answer.json<EnabledTotp>();
  const [row] = await test.dataSource.query<{ secret_encrypted: string }[]>(
    `select secret_encrypted from ${table} where user_id = $1`,
    [enabled.user_id],
  );
  const secret = test.app.get(SecretBox).openText(row?.secret_encrypted ?? '', `user_totp:${enabled.user_id}`);
  return {
    enabled,
    code: (stepsLater = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsLater * 30 }),
  };
}

/** A sign-in by password, with whatever cookie it got. */
export async function begin(test: TestApp, user: User): Promise<Client> {
  const client = new Client(test.address);
  return followed(client, await client.post('/api/auth/login', { auth: user.username, password: PASSWORD }));
}

/** The client with the session that the answer gave it. */
export const followed = (client: Client, answer: Answer): Client => client.with({ cookie: cookieOf(answer) });

/** `[status, code of what is outstanding]` of `GET /api/user`. */
export async function stateOf(client: Client): Promise<[number, string | null]> {
  const answer = await client.get('/api/user');
  const code = answer.status === 401 ? answer.json<{ code: string }>().code : null;
  return [answer.status, code === 'not_signed_in' ? null : code];
}
