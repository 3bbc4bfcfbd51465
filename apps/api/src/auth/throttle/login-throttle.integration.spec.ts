import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migratedDatabase, type MigratedDatabase } from '@switchyard/database/testing';
import { LoginThrottle, TooManyTries, type Trial } from './login-throttle.js';

let database: MigratedDatabase;
/** Two replicas. */
let replicas: [LoginThrottle, LoginThrottle];
let counter = 0;

beforeAll(async () => {
  database = await migratedDatabase();
  const replica = (): LoginThrottle => new LoginThrottle(database.dataSource);
  replicas = [replica(), replica()];
});
afterAll(() => database.drop());

const newAccount = (): string => `ann-${(counter += 1)}`;
const newAddress = (): string => `2001:db8:0:${(counter += 1).toString(16)}::1`;

const signIn = async (account: string, address: string, replica = 0): Promise<Trial | TooManyTries> => {
  try {
    return await (replicas[replica] ?? replicas[0]).startTrial('password', account, address);
  } catch (error) {
    if (error instanceof TooManyTries) {
      return error;
    }
    throw error;
  }
};

const isAllowed = (outcome: Trial | TooManyTries): outcome is Trial => !(outcome instanceof TooManyTries);

const allowedOf = async (tries: Promise<Trial | TooManyTries>[]): Promise<number> =>
  (await Promise.all(tries)).filter(isAllowed).length;

describe(LoginThrottle.name, () => {
  it('should bound the guesses at one account, from however many addresses and at however many replicas', async () => {
    const account = newAccount();
    const tries = Array.from({ length: 40 }, (_, index) => signIn(account, newAddress(), index % 2));
    expect(await allowedOf(tries)).toBe(10);
  });

  it('should bound the guesses from one address, at however many accounts and replicas', async () => {
    const address = newAddress();
    const tries = Array.from({ length: 60 }, (_, index) => signIn(newAccount(), address, index % 2));
    expect(await allowedOf(tries)).toBe(30);
  });

  it('should count all addresses of an IPv6 network together', async () => {
    const network = newAddress().replace(/::1$/, '');
    const tries = Array.from({ length: 60 }, (_, index) => signIn(newAccount(), `${network}::${index.toString(16)}`));
    expect(await allowedOf(tries)).toBe(30);
  });

  it('should report how long to wait', async () => {
    const [account, address] = [newAccount(), newAddress()];
    await Promise.all(Array.from({ length: 10 }, () => signIn(account, address)));
    const refused = await signIn(account, address);
    expect(refused).toMatchObject({ status: 429, retryAfterSeconds: 6 });
  });

  it('should let a try grow back', async () => {
    const [account, address] = [newAccount(), newAddress()];
    await Promise.all(Array.from({ length: 10 }, () => signIn(account, address)));
    await database.dataSource.query(`update sign_in_limit set until = until - interval '6 seconds'`);
    expect(await allowedOf([signIn(account, address), signIn(account, address)])).toBe(1);
  });

  it('should not count sign-ins that succeed', async () => {
    const [account, address] = [newAccount(), newAddress()];
    for (let time = 0; time < 40; time += 1) {
      const outcome = await signIn(account, address);
      expect(isAllowed(outcome)).toBe(true);
      await (isAllowed(outcome) ? outcome.succeeded() : undefined);
    }
  });

  it('should let the owner in from a known address while strangers guess, at every replica', async () => {
    const [account, home] = [newAccount(), newAddress()];
    const first = await signIn(account, home);
    await (isAllowed(first) ? first.succeeded() : undefined);
    await Promise.all(Array.from({ length: 50 }, () => signIn(account, newAddress())));
    expect(await allowedOf([signIn(account, newAddress(), 1)])).toBe(0);
    expect(await allowedOf([signIn(account, home, 1)])).toBe(1);
  });

  it('should store neither accounts nor addresses', async () => {
    await signIn('somebody@example.test', '203.0.113.77');
    const rows = await database.dataSource.query<{ key: string }[]>('select key from sign_in_limit');
    expect(JSON.stringify(rows)).not.toMatch(/somebody|203\.0\.113/);
  });
});
