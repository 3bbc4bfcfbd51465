import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Consecutive chunks of the log of an ended task, as one blob. Those of a log have no gap and begin at its first line; chunks
 * in the database go on behind them. Rows go with their `attempt_log` by a trigger, as those of chunks do.
 */
@Entity('log_segment')
// Query of the blob collector.
@Index('log_segment_blob', ['blob'], { unique: true })
export class LogSegment {
  @PrimaryColumn({ type: 'int' })
  taskId!: number;

  /** Number of the attempt, from 1. */
  @PrimaryColumn({ type: 'smallint' })
  attempt!: number;

  @PrimaryColumn({ type: 'int' })
  firstLine!: number;

  @Column({ type: 'int' })
  lineCount!: number;

  /** Key in the blob store. */
  @Column({ type: 'text' })
  blob!: string;

  /** Bytes before encryption. */
  @Column({ type: 'int' })
  size!: number;

  /** SHA-256 of these bytes, in lower-case hex. */
  @Column({ type: 'text' })
  sha256!: string;

  /** Those of its chunks that begin a phase, in the form of the blob, so that a list of phases reads no blob. */
  @Column({ type: 'bytea', nullable: true })
  sections!: Buffer | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
