import type { TierId } from '@switchyard/contracts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Billing account of a project. Its lock is taken first by each booking for the project. It refers to no project, because books
 * outlive what they are about. There is no balance here: that is the sum of the transfers.
 */
@Entity('billing_account')
// Accounts that the clock is to renew.
@Index('billing_account_due', ['periodEnds'], { where: '(period_ends IS NOT NULL)' })
export class BillingAccount {
  @PrimaryColumn({ type: 'int' })
  projectId!: number;

  @Column({ type: 'text', default: 'free' })
  tier!: TierId;

  @Column({ type: 'boolean', default: false })
  annual!: boolean;

  /** The tier ends with its period. */
  @Column({ type: 'boolean', default: false })
  canceled!: boolean;

  /** The period that is running is the trial. */
  @Column({ type: 'boolean', default: false })
  trial!: boolean;

  @Column({ type: 'boolean', default: false })
  trialUsed!: boolean;

  /** End of the last period that began; null = free. */
  @Column({ type: 'timestamptz', nullable: true })
  periodEnds!: Date | null;

  /** Day of the month on which periods begin, as long as the month has it. */
  @Column({ type: 'smallint', default: 1 })
  anchorDay!: number;

  /** Which key of the licence is the present one: counted on when a new one is made. */
  @Column({ type: 'int', default: 1 })
  keyNumber!: number;
}
