import { BillingAccount, BillingPeriod, BillingTransfer } from '@switchyard/database';
import { type EntityManager, MoreThan } from 'typeorm';

/** A transfer to be written; its cause and reference move money once. */
export type NewTransfer = Pick<BillingTransfer, 'projectId' | 'debit' | 'credit' | 'cents' | 'cause' | 'reference'>;

/** The account of a project, which is made by its first use, held until the end of the transaction. */
export async function holdAccount(manager: EntityManager, projectId: number): Promise<BillingAccount> {
  const held = { where: { projectId }, lock: { mode: 'pessimistic_write' } } as const;
  const found = await manager.findOne(BillingAccount, held);
  if (found) {
    return found;
  }
  await manager.createQueryBuilder().insert().into(BillingAccount).values({ projectId }).orIgnore().execute();
  return manager.findOneOrFail(BillingAccount, held);
}

/** Stores what was changed of an account that is held. */
export async function saveAccount(manager: EntityManager, { projectId, ...columns }: BillingAccount): Promise<void> {
  await manager.update(BillingAccount, { projectId }, columns);
}

/** Stores a transfer. Of the same cause and reference a second one fails, and with it the transaction. */
export async function post(manager: EntityManager, transfer: NewTransfer): Promise<void> {
  await manager.insert(BillingTransfer, transfer);
}

/** Balance of the project in cents: payments less usage; negative when a refund took what was used. */
export async function balanceOf(manager: EntityManager, projectId: number): Promise<number> {
  const [found] = await manager.query<{ cents: string }[]>(
    `select coalesce(sum(case when credit = 'customer' then cents when debit = 'customer' then -cents end), 0) as cents
       from billing_transfer where project_id = $1`,
    [projectId],
  );
  return Number(found?.cents);
}

/** Stores a period with its payment, if it costs something. A period of the same beginning fails. */
export async function bookPeriod(manager: EntityManager, period: BillingPeriod): Promise<void> {
  await manager.insert(BillingPeriod, period);
  if (period.cents > 0) {
    await post(manager, { ...paymentOf(period), debit: 'customer', credit: 'revenue', cause: 'period' });
  }
}

/** Gives the money of all paid periods back to the balance that end after a moment. */
export async function revokePeriods(manager: EntityManager, projectId: number, after: Date): Promise<void> {
  const periods = await manager.findBy(BillingPeriod, { projectId, ends: MoreThan(after), revoked: false });
  for (const period of periods.filter(({ cents }) => cents > 0)) {
    await manager.update(BillingPeriod, { projectId, starts: period.starts }, { revoked: true });
    await post(manager, { ...paymentOf(period), debit: 'revenue', credit: 'customer', cause: 'revoked_period' });
  }
}

const paymentOf = ({ projectId, starts, cents }: BillingPeriod) => ({
  projectId,
  cents,
  reference: `${projectId} ${starts.toISOString()}`,
});
