import type { PaymentStatus } from '@switchyard/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A payment as the sandbox sees it, which stands in for a payment provider. */
@Entity('sandbox_payment')
export class SandboxPayment {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text', default: 'new' })
  state!: PaymentStatus;

  @Column({ type: 'int' })
  cents!: number;

  @Column({ type: 'text' })
  currency!: string;

  @Column({ type: 'text' })
  description!: string;

  /** Where the page leads when it is done. */
  @Column({ type: 'text' })
  returnUrl!: string;
}
