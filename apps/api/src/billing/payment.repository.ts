import { BillingPayment } from '@switchyard/database';
import type { DataSource } from 'typeorm';

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
