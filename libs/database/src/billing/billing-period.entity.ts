import type { TierId } from '@switchyard/contracts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A time for which a project has a tier, paid or on trial. Its key is the promise that a period is paid once. */
@Entity('billing_period')
// One trial for each project.
@Index('billing_period_trial', ['projectId'], { unique: true, where: 'trial' })
export class BillingPeriod {
  @PrimaryColumn({ type: 'int' })
  projectId!: number;

  @PrimaryColumn({ type: 'timestamptz' })
  starts!: Date;

  @Column({ type: 'timestamptz' })
  ends!: Date;

  @Column({ type: 'text' })
  tier!: TierId;

  @Column({ type: 'boolean' })
  annual!: boolean;

  @Column({ type: 'boolean' })
  trial!: boolean;

  /** 0 = trial. */
  @Column({ type: 'int' })
  cents!: number;

  /** Its payment was refunded. */
  @Column({ type: 'boolean', default: false })
  revoked!: boolean;
}
