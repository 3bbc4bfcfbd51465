import type {
  IntegrationDelivery as WireDelivery,
  PullRequest,
  SentProblem,
  WebhookResult,
} from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Integration } from './integration.entity.js';

/** Reading of a webhook by matchers and values; secrets are masked. */
export type DeliveryReading = Pick<WireDelivery, 'verdicts' | 'extracted' | 'issues' | 'ignored'>;

/** A webhook at one integration. */
@Entity('integration_delivery')
// The log of one integration, newest first; retention.
@Index('integration_delivery_received', ['integrationId', 'received'])
export class IntegrationDelivery {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'int' })
  @ForeignKey(() => Integration, { onDelete: 'CASCADE' })
  integrationId!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  received!: Date;

  /** Address of the sender. */
  @Column({ type: 'text' })
  sender!: string;

  @Column({ type: 'text', default: '' })
  event!: string;

  /** The sender's id of the webhook. */
  @Column({ type: 'text', nullable: true })
  webhookKey!: string | null;

  @Column({ type: 'boolean', default: false })
  searched!: boolean;

  @Column({ type: 'boolean', default: false })
  redelivered!: boolean;

  @Column({ type: 'text' })
  result!: WebhookResult;

  /** It outlives the task's row. */
  @Column({ type: 'int', nullable: true })
  taskId!: number | null;

  @Column({ type: 'jsonb', nullable: true })
  problem!: SentProblem | null;

  /** The pull request that its template runs on. */
  @Column({ type: 'jsonb', nullable: true })
  pullRequest!: PullRequest | null;

  /** When a person approved it. */
  @Column({ type: 'timestamptz', nullable: true })
  approved!: Date | null;

  /** Who that was; the id outlives the person. */
  @Column({ type: 'int', nullable: true })
  approvedBy!: number | null;

  @Column({ type: 'jsonb' })
  reading!: DeliveryReading;

  /** Bytes of the body. */
  @Column({ type: 'int' })
  size!: number;

  /** Ciphertext of headers and body, for another delivery; `null` = not kept. */
  @Column({ type: 'text', nullable: true })
  request!: string | null;
}
