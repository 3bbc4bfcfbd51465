import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Where money of a project is: with a gateway, owed to the customer, earned, or given away. */
export type BookAccount = 'gateway' | 'customer' | 'revenue' | 'coupons';

/** Why money moved. */
export type TransferCause =
  | 'payment'
  | 'refund'
  | 'coupon'
  | 'coupon_refund'
  | 'period'
  | 'revoked_period'
  | 'extra_minutes';

/**
 * Money that moved from one account of the books to another: debit and credit in one row, so that the books always balance.
 * A trigger refuses every change of a row. The balance of a project is what `customer` was credited less what it was debited.
 */
@Entity('billing_transfer')
@Check('billing_transfer_check', '((cents > 0) AND (debit <> credit))')
// Each cause moves money once.
@Index('billing_transfer_cause', ['cause', 'reference'], { unique: true })
@Index('billing_transfer_project', ['projectId'])
export class BillingTransfer {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column({ type: 'int' })
  projectId!: number;

  @Column({ type: 'text' })
  debit!: BookAccount;

  @Column({ type: 'text' })
  credit!: BookAccount;

  @Column({ type: 'int' })
  cents!: number;

  @Column({ type: 'text' })
  cause!: TransferCause;

  /** Reference of the transfer: the number of a payment, the project and beginning of a period, the project and month of minutes. */
  @Column({ type: 'text' })
  reference!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
