import type { LogLineKind } from '@switchyard/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Consecutive log lines of one kind. The chunk's sequence is the 0-based number of its first line. Rows go with their
 * `attempt_log` by a trigger, because a foreign key would cost a row lock at each append.
 */
@Entity('log_chunk')
export class LogChunk {
  @PrimaryColumn({ type: 'int' })
  taskId!: number;

  /** Number of the attempt, from 1. */
  @PrimaryColumn({ type: 'smallint' })
  attempt!: number;

  @PrimaryColumn({ type: 'int' })
  firstLine!: number;

  @Column({ type: 'int' })
  lineCount!: number;

  /** Base of the line times. */
  @Column({ type: 'timestamptz' })
  firstTime!: Date;

  @Column({ type: 'smallint' })
  kind!: LogLineKind;

  /** 0 = plain, 1 = deflate-raw. */
  @Column({ type: 'smallint' })
  codec!: number;

  /** Colour state (SGR parameters) before the first line. */
  @Column({ type: 'text', default: '' })
  sgr!: string;

  /** One varint per line: milliseconds since the line before (the first: since `firstTime`). */
  @Column({ type: 'bytea' })
  times!: Buffer;

  /** The lines, each ended by a newline, packed by `codec`. */
  @Column({ type: 'bytea' })
  body!: Buffer;

  /** Where secrets were in the lines: JSON of `LogMasks`, `''` = nowhere, `null` = the runner sent none. */
  @Column({ type: 'text', nullable: true })
  masks!: string | null;
}
