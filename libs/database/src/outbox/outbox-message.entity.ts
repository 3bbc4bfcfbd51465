import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Runner } from '../runner/runner.entity.js';

/** How a message ended: it was accepted, nobody accepted it in time, or it was no longer true when it could be sent again. */
export type OutboxResult = 'delivered' | 'given_up' | 'outdated';

/**
 * A message to the webhook of a runner, written in the transaction of what it tells and sent afterwards, at least once.
 */
@Entity('outbox')
// What is to be sent for a runner, in order.
@Index('outbox_pending', ['runnerId', 'due'], { where: '(done IS NULL)' })
// What nobody needs any more.
@Index('outbox_done', ['done'], { where: '(done IS NOT NULL)' })
export class OutboxMessage {
  /** Decimal digits: it may be larger than a number holds. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  /** The same in every try, so that a receiver can tell a repetition. */
  @Column({ type: 'uuid' })
  deliveryId!: string;

  @Column({ type: 'int' })
  @ForeignKey(() => Runner, { onDelete: 'CASCADE' })
  runnerId!: number;

  @Column({ type: 'jsonb' })
  payload!: Record<string, unknown>;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  /** When it is to be tried next. A try in flight has moved it behind its own end. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  due!: Date;

  @Column({ type: 'smallint', default: 0 })
  tries!: number;

  @Column({ type: 'timestamptz', nullable: true })
  done!: Date | null;

  @Column({ type: 'text', nullable: true })
  result!: OutboxResult | null;
}
