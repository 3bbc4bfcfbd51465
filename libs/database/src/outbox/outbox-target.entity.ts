import type { DeliveryErrorCode, DeliveryKind } from '@switchyard/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How the last try to a target ended. A target that fails is held back as a whole, whatever waits for it. */
@Entity('outbox_target')
export class OutboxTarget {
  @PrimaryColumn({ type: 'text' })
  kind!: DeliveryKind;

  @PrimaryColumn({ type: 'int' })
  targetId!: number;

  /** Tries in a row that found the target unavailable. */
  @Column({ type: 'smallint', default: 0 })
  failures!: number;

  /** Nothing is sent to it before. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  heldUntil!: Date;

  @Column({ type: 'timestamptz' })
  answered!: Date;

  /** HTTP status; null = no answer. */
  @Column({ type: 'int', nullable: true })
  answerStatus!: number | null;

  @Column({ type: 'text', nullable: true })
  error!: DeliveryErrorCode | null;
}
