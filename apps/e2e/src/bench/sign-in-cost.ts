import { SESSION_COOKIE } from '@switchyard/contracts';
import pg from 'pg';
import { ADMIN } from '../support/stack.js';
import type { BenchStack } from './bench-stack.js';
import type { Row } from './report.js';
import { quantile } from './statistics.js';

const SESSIONS = 100_000;
const USERS = 1_000;
const CHECKS = 3_000;
const WARM_UP = 200;
const SIGN_INS = 240;
const AT_ONCE = 12;

/** Cost of looking a session up with many of them stored, and the number of sign-ins by password that one api does. */
export async function measureSignIn(bench: BenchStack): Promise<Row[]> {
  await storeSessions(bench.stack.postgres.url);
  const { looked, remembered } = await requestTimes(bench.client.address);
  const added = (q: number): number => quantile(looked, q) - quantile(remembered, q);
  const rate = await signInRate(bench.client.address);
  return [
    {
      what: `session check, ${SESSIONS.toLocaleString('en-US')} stored: what it adds to a request (n = ${CHECKS.toLocaleString('en-US')})`,
      measured: `p50 ${added(0.5).toFixed(2)} ms, p95 ${added(0.95).toFixed(2)} ms`,
      target: 'p95 ≤ 2 ms',
      met: added(0.95) <= 2,
    },
    {
      what: `sign-ins by password, Argon2id of 19 MiB, ${AT_ONCE} at once (n = ${SIGN_INS})`,
      measured: `${rate.toFixed(0)}/s`,
      target: 'as fast as the hash allows',
    },
  ];
}

const secretOf = (index: number): string => `bench-session-${index}`;
const loginOf = (index: number): string => `bench-${index}`;

/** Users with the administrator's password, and their sessions, found by the hash of a secret that we know. */
async function storeSessions(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into "user" (username, name, email, password_hash)
       select 'bench-' || i, 'Bench ' || i, 'bench-' || i || '@example.com', a.password_hash
         from generate_series(0, $1::int - 1) i, "user" a where a.username = $2`,
    [USERS, ADMIN.login],
  );
  await client.query(
    `insert into session (id, user_id)
       select encode(sha256(('bench-session-' || i)::bytea), 'hex'), u.id
         from generate_series(0, $1::int - 1) i join "user" u on u.username = 'bench-' || i % $2::int`,
    [SESSIONS, USERS],
  );
  await client.query('analyze session');
  await client.end();
}

/**
 * Milliseconds of requests with a session not seen before, and of the next ones with the same session, which the api
 * remembers. They alternate, so that both see the same machine; they differ by the look into the database.
 */
async function requestTimes(address: string): Promise<{ looked: number[]; remembered: number[] }> {
  const looked: number[] = [];
  const remembered: number[] = [];
  for (let check = 0; check < WARM_UP + CHECKS; check += 1) {
    const cookie = `${SESSION_COOKIE}=${secretOf((check * 181) % SESSIONS)}`;
    looked.push(await requestMs(address, cookie));
    remembered.push(await requestMs(address, cookie));
  }
  return { looked: looked.slice(WARM_UP), remembered: remembered.slice(WARM_UP) };
}

async function requestMs(address: string, cookie: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(`${address}/api/user`, { headers: { cookie } });
  await answer.arrayBuffer();
  if (answer.status !== 200) {
    throw new Error(`GET /api/user: ${answer.status}`);
  }
  return performance.now() - start;
}

/** Sign-ins a second, each of another user. */
async function signInRate(address: string): Promise<number> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < SIGN_INS; index = next++) {
      await signIn(address, loginOf(index));
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return SIGN_INS / ((performance.now() - start) / 1000);
}

async function signIn(address: string, auth: string): Promise<void> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auth, password: ADMIN.password }),
  });
  if (answer.status !== 204) {
    throw new Error(`sign-in of ${auth}: ${answer.status}`);
  }
}
