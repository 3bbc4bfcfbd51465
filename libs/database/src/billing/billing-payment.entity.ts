import type { GatewayName, PaymentStatus, TierId } from '@switchyard/contracts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Money that somebody wants to pay in. It outlives its project. */
@Entity('billing_payment')
// A report of a gateway belongs to one payment.
@Index('billing_payment_transaction', ['gateway', 'transactionId'], { unique: true })
@Index('billing_payment_project', ['projectId', 'created'])
// Payments whose callback may be lost.
@Index('billing_payment_open', ['created'], { where: "(state = ANY (ARRAY['new'::text, 'pending'::text]))" })
export class BillingPayment {
  @PrimaryColumn({ type: 'text' })
  number!: string;

  @Column({ type: 'int' })
  projectId!: number;

  @Column({ type: 'text' })
  gateway!: GatewayName;

  /** How the gateway names it; null until the gateway has answered. */
  @Column({ type: 'text', nullable: true })
  transactionId!: string | null;

  @Column({ type: 'text', default: 'new' })
  state!: PaymentStatus;

  @Column({ type: 'int' })
  cents!: number;

  @Column({ type: 'text' })
  currency!: string;

  /** The page of the gateway. */
  @Column({ type: 'text', nullable: true })
  hostedUrl!: string | null;

  /** The tier that begins when it is paid; null = none. */
  @Column({ type: 'text', nullable: true })
  tier!: TierId | null;

  @Column({ type: 'boolean', default: false })
  annual!: boolean;

  @Column({ type: 'text', nullable: true })
  coupon!: string | null;

  /** Amount that the coupon adds when it is paid, if it is the first of the project. */
  @Column({ type: 'int', default: 0 })
  discountCents!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  /** When it was last read at its gateway by the clock. */
  @Column({ type: 'timestamptz', nullable: true })
  checked!: Date | null;
}
