import { BillingPayment } from '@switchyard/database';
import { type DataSource, In } from 'typeorm';

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
