import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Attempt } from '../attempt/attempt.entity.js';

/**
 * Where the log of an attempt stands. A row of its own, so that appending, renewing a lease and finishing never wait
 * for each other; without a further index, so that each append updates it in place.
 */
@Entity('attempt_log')
export class AttemptLog {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Attempt, { onDelete: 'CASCADE' })
  attemptId!: number;

  @Column({ type: 'int' })
  projectId!: number;

  @Column({ type: 'int' })
  taskId!: number;

  /** Number of the attempt whose chunks these are, from 1: the attempt's own, or that of the plan it applies. */
  @Column({ type: 'smallint' })
  attempt!: number;

  /** Lines that stood in the log before this attempt's first one; the runner counts from 0. */
  @Column({ type: 'int', default: 0 })
  baseLine!: number;

  /** Lease that may append; `null` when the log is closed. */
  @Column({ type: 'uuid', nullable: true })
  leaseId!: string | null;

  /** Number of lines stored; the 0-based number of the next line. */
  @Column({ type: 'int', default: 0 })
  nextLine!: number;

  /** Bytes stored, as a decimal number. */
  @Column({ type: 'bigint', default: 0 })
  bytes!: string;

  /** Lines from the first on that are in segments (see `LogSegment`) and no more in chunks. */
  @Column({ type: 'int', default: 0 })
  archivedLines!: number;
}
