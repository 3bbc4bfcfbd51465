import type { DeliveryErrorCode, DeliveryKind, DeliveryStatus } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';

/**
 * A payload for a target, written in the transaction of the step that it reports and sent afterwards, at least once.
 * Address and secret of the target are read for each try and never stand here.
 */
@Entity('outbox_message')
// Messages that are to be sent to a target, in order.
@Index('outbox_message_open', ['kind', 'targetId', 'nextTry'], { where: '(ended IS NULL)' })
// Tries of a target that are under way.
@Index('outbox_message_sending', ['kind', 'targetId'], { where: `(status = 'sending'::text)` })
// The latest of a target, for people.
@Index('outbox_message_target_created', ['kind', 'targetId', 'created'])
// The latest of a project, for people.
@Index('outbox_message_project', ['projectId', 'created'], { where: '(project_id IS NOT NULL)' })
// Messages that are old enough to be removed.
@Index('outbox_message_ended', ['ended'], { where: '(ended IS NOT NULL)' })
export class OutboxMessage {
  /** The same in every try, so that a receiver can detect a repetition. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  kind!: DeliveryKind;

  /** Id of a row; of which table, the kind defines. The row may be gone. */
  @Column({ type: 'int' })
  targetId!: number;

  /** The project whose people see it; null = those who see its target do. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number | null;

  @Column({ type: 'jsonb' })
  payload!: Record<string, unknown>;

  @Column({ type: 'text', default: 'pending' })
  status!: DeliveryStatus;

  /** Tries begun in its present life. */
  @Column({ type: 'smallint', default: 0 })
  tries!: number;

  /** Fencing token of the try under way. */
  @Column({ type: 'uuid', nullable: true })
  claim!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  /** When it is tried next. While `sending`: when the claim expires. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  nextTry!: Date;

  /** When its life began: when it was written, or when a person last sent it again. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  since!: Date;

  /** When it became `delivered` or `dead`; null before. */
  @Column({ type: 'timestamptz', nullable: true })
  ended!: Date | null;

  /** HTTP status of the last try; null = none. */
  @Column({ type: 'int', nullable: true })
  answerStatus!: number | null;

  /** Error of the last try. */
  @Column({ type: 'text', nullable: true })
  error!: DeliveryErrorCode | null;
}
