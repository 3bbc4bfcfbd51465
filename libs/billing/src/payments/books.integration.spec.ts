import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GRACE_DAYS, tierOf, priceOf } from '@switchyard/contracts';
import { BillingAccount, BillingPeriod, BillingTransfer } from '@switchyard/database';
import { migratedDatabase, type MigratedDatabase, newProject } from '@switchyard/database/testing';
import { balanceOf } from '../books/books.repository.js';
import { daysLater } from '../books/calendar.js';
import { renewTiers } from '../tiers/renewals.js';
import { Customer } from '../testing/customer.js';
import { Random } from '../testing/random.js';

const [CUSTOMERS, ROUNDS, ACTS] = [40, 17, 10];
const SEED = 20_261_122;

describe('books after ten thousand operations', () => {
  let database: MigratedDatabase;
  let customers: Customer[];
  /** Projects that had a paid tier although they owed money, at the end of a round. */
  const tiersInDebt: number[] = [];
  let now = new Date('2026-01-31T12:00:00Z');

  beforeAll(async () => {
    database = await migratedDatabase();
    const source = database.dataSource;
    customers = [];
    for (let i = 0; i < CUSTOMERS; i += 1) {
      const { id } = await newProject(source, { type: i % 2 === 0 ? '' : 'premium' });
      customers.push(new Customer(source, id, new Random(SEED + i)));
    }
    const random = new Random(SEED);
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(customers.map((customer) => play(customer, round)));
      tiersInDebt.push(...(await findTiersInDebt()));
      now = daysLater(now, random.pick([1, 5, 12, 31, 70]));
      await Promise.all([renewTiers(source, now), renewTiers(source, now)]);
    }
  }, 300_000);
  afterAll(() => database.drop());

  async function findTiersInDebt(): Promise<number[]> {
    const { manager } = database.dataSource;
    const paid = (await manager.find(BillingAccount)).filter(({ tier, trial }) => tier !== 'free' && !trial);
    const balances = await Promise.all(paid.map(({ projectId }) => balanceOf(manager, projectId)));
    return paid.flatMap(({ projectId }, i) => ((balances[i] ?? 0) < 0 ? [projectId] : []));
  }

  async function play(customer: Customer, round: number): Promise<void> {
    for (let act = 0; act < ACTS; act += 1) {
      // Periods begin at different moments.
      await customer.act(new Date(now.getTime() + (round * ACTS + act) * 1_000));
    }
  }

  const transfers = () => database.dataSource.manager.find(BillingTransfer, { order: { id: 'ASC' } });
  const periods = () => database.dataSource.manager.find(BillingPeriod, { order: { projectId: 'ASC', starts: 'ASC' } });
  const sum = (values: readonly { cents: number }[]): number => values.reduce((total, { cents }) => total + cents, 0);

  it('should be of ten thousand operations', () => {
    expect(customers.reduce((total, { calls }) => total + calls, 0)).toBeGreaterThan(10_000);
  });

  it('should hold for each customer what was paid in less what paid periods cost', async () => {
    const all = await periods();
    for (const { projectId, paidIn } of customers) {
      const paid = all.filter((period) => period.projectId === projectId && !period.revoked);
      expect(await balanceOf(database.dataSource.manager, projectId)).toBe(paidIn - sum(paid));
    }
  });

  it('should have moved the money of each payment once in each direction', async () => {
    const moved = await transfers();
    const of = (cause: string) => moved.filter((each) => each.cause === cause).map(({ reference }) => reference);
    const payments = customers.flatMap((customer) => customer.payments);
    const credited = payments.filter(({ isCredited }) => isCredited);
    expect(of('payment').sort()).toEqual(credited.map(({ number }) => number).sort());
    const refunded = credited.filter(({ isRefunded }) => isRefunded);
    expect(of('refund').sort()).toEqual(refunded.map(({ number }) => number).sort());
    expect(refunded.length).toBeGreaterThan(20);
  });

  it('should have charged each period its price, trials apart, of which each customer had one at most', async () => {
    const all = await periods();
    const moved = new Map((await transfers()).map(({ cause, reference, cents }) => [`${cause} ${reference}`, cents]));
    for (const period of all) {
      const { projectId, starts, tier, annual, trial, cents, revoked } = period;
      expect(cents).toBe(trial ? 0 : priceOf(tierOf(tier), annual));
      const key = `${projectId} ${starts.toISOString()}`;
      expect(moved.get(`period ${key}`) ?? 0).toBe(cents);
      expect(moved.get(`revoked_period ${key}`) ?? 0).toBe(revoked ? cents : 0);
    }
    const trials = all.filter(({ trial }) => trial).map(({ projectId }) => projectId);
    expect(new Set(trials).size).toBe(trials.length);
    expect(all.length).toBeGreaterThan(100);
  });

  it('should have begun no period that the balance of its moment did not pay', async () => {
    const balances = new Map<number, number>();
    for (const { projectId, credit, cents, cause } of await transfers()) {
      const moved = credit === 'customer' ? cents : -cents;
      const balance = (balances.get(projectId) ?? 0) + moved;
      balances.set(projectId, balance);
      expect([cause, cause === 'period' && balance < 0]).toEqual([cause, false]);
    }
  });

  it('should have left no tier to a customer whose money went back after it was used', () => {
    expect(tiersInDebt).toEqual([]);
  });

  it('should have no two periods of a customer at a time', async () => {
    const kept = (await periods()).filter(({ revoked }) => !revoked);
    const overlapping = kept.filter((period, i) => {
      const last = kept[i - 1];
      return last?.projectId === period.projectId && last.ends > period.starts;
    });
    expect(overlapping).toEqual([]);
  });

  it('should give a tier to nobody whose last period is over for longer than the grace', async () => {
    const accounts = await database.dataSource.manager.find(BillingAccount);
    const all = await periods();
    for (const { projectId, tier, periodEnds } of accounts) {
      const last = all.findLast((period) => period.projectId === projectId && !period.revoked);
      expect(tier === 'free').toBe(periodEnds === null);
      if (periodEnds !== null) {
        expect([last?.tier, last?.ends]).toEqual([tier, periodEnds]);
        expect(daysLater(periodEnds, GRACE_DAYS) > now).toBe(true);
      }
    }
    expect(accounts.some(({ tier }) => tier !== 'free')).toBe(true);
  });

  it('should balance, whatever is summed up', async () => {
    const [found] = await database.dataSource.query<{ total: string }[]>(
      `select sum(case account when debit then cents else -cents end) as total
         from billing_transfer cross join lateral (values (debit), (credit)) accounts (account)`,
    );
    expect(found?.total).toBe('0');
  });

  it.each(['update billing_transfer set cents = 1', 'delete from billing_transfer', 'truncate billing_transfer'])(
    'should refuse: %s',
    async (statement) => {
      await expect(database.dataSource.query(statement)).rejects.toThrow('transfers are never changed');
    },
  );
});
