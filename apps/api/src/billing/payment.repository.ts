import { BillingAccount, BillingPayment } from '@switchyard/database';
import { type DataSource, type EntityManager, In } from 'typeorm';

/** Most payments that are listed. */
const MOST = 200;

/** The latest payments of a project, newest first. */
export const findPayments = ({ manager }: DataSource, projectId: number): Promise<BillingPayment[]> =>
  manager.find(BillingPayment, { where: { projectId }, order: { created: 'DESC', number: 'ASC' }, take: MOST });

export const findPayment = (
  { manager }: DataSource,
  projectId: number,
  number: string,
): Promise<BillingPayment | null> => manager.findOneBy(BillingPayment, { projectId, number });

/** Answers the payment as it is stored. */
export async function insertPayment(
  { manager }: DataSource,
  fresh: Partial<BillingPayment> & Pick<BillingPayment, 'number'>,
): Promise<BillingPayment> {
  await manager.insert(BillingPayment, fresh);
  return manager.findOneByOrFail(BillingPayment, { number: fresh.number });
}

/** Stores where the page of the gateway is. */
export async function storeCheckout(
  { manager }: DataSource,
  number: string,
  checkout: Pick<BillingPayment, 'transactionId' | 'hostedUrl'>,
): Promise<void> {
  await manager.update(BillingPayment, { number }, checkout);
}

/** Whether the project has ever paid, also what it got back. */
export const hasPaid = (manager: EntityManager, projectId: number): Promise<boolean> =>
  manager.existsBy(BillingPayment, { projectId, state: In(['paid', 'refunded']) });

/** The account of a project that has booked something. */
export const findAccount = (manager: EntityManager, projectId: number): Promise<BillingAccount | null> =>
  manager.findOneBy(BillingAccount, { projectId });

/** Payments that one round reads. */
const AT_ONCE = 50;

/**
 * Open payments whose state is to be read, each by one replica: first five minutes after they were opened, and again when a
 * tenth of their age has passed.
 */
export async function claimOpenPayments({ manager }: DataSource): Promise<BillingPayment[]> {
  const claimed = await manager.query<[{ number: string }[], number]>(CLAIM, [AT_ONCE]);
  const numbers = claimed[0].map(({ number }) => number);
  return numbers.length === 0 ? [] : manager.findBy(BillingPayment, { number: In(numbers) });
}

const CLAIM = `
  update billing_payment set checked = now() where number in (
    select number from billing_payment
     where state in ('new', 'pending') and transaction_id is not null
       and created between now() - interval '35 days' and now() - interval '5 minutes'
       and (checked is null or checked < now() - greatest(interval '1 minute', (now() - created) / 10))
     order by checked nulls first limit $1 for update skip locked)
  returning number`;
