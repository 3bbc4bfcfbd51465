import type { AuditReceiverType, DeliveryErrorCode } from '@switchyard/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Where the audit log is delivered, and how far it has come. */
@Entity('audit_receiver')
export class AuditReceiver {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  type!: AuditReceiverType;

  @Column({ type: 'boolean', default: true })
  active!: boolean;

  /** The host of the address. */
  @Column({ type: 'text', default: '' })
  host!: string;

  /** Ciphertext of address and token: a JSON object; `null` = it was never set. */
  @Column({ type: 'text', nullable: true })
  secret!: string | null;

  /** Records up to this id are delivered. */
  @Column({ type: 'int' })
  position!: number;

  /** The batch that was last tried and not delivered, the same in every try; `null` = none. */
  @Column({ type: 'uuid', nullable: true })
  batch!: string | null;

  /** Id of its last record. */
  @Column({ type: 'int', nullable: true })
  batchEnd!: number | null;

  /** Fencing token of the process that delivers. */
  @Column({ type: 'uuid', nullable: true })
  claim!: string | null;

  /** Nothing is sent before; while it is claimed: when the claim expires. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  nextTry!: Date;

  /** Tries in a row that failed. */
  @Column({ type: 'smallint', default: 0 })
  failures!: number;

  @Column({ type: 'timestamptz', nullable: true })
  delivered!: Date | null;

  /** When the last try failed; `null` = it did not. */
  @Column({ type: 'timestamptz', nullable: true })
  failed!: Date | null;

  /** HTTP status of that; `null` = no answer. */
  @Column({ type: 'int', nullable: true })
  answerStatus!: number | null;

  @Column({ type: 'text', nullable: true })
  error!: DeliveryErrorCode | null;
}
