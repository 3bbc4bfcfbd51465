import type { TaskStatus } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { Task } from './task.entity.js';

/**
 * What happened to a task:
 *
 * - `created`, `assigned`, `started`, `planned`, `confirmed`, `stop_requested`: a status was reached; `planned` also ends
 *   the attempt.
 * - `claimed`: the runner was handed the job. It repeats when the answer may have been lost.
 * - `lost`: the attempt ended with its lease and the task went back to the queue.
 * - `finished`: the task reached a final status, and its living attempt ended.
 * - `refused`: a runner reported about an attempt whose lease it does not own (any more); nothing was changed by it.
 */
export type TaskEventKind =
  | 'created'
  | 'assigned'
  | 'claimed'
  | 'started'
  | 'planned'
  | 'confirmed'
  | 'stop_requested'
  | 'lost'
  | 'finished'
  | 'refused';

/**
 * A line of the history of a task. Lines are only ever added, in the transaction of what they tell (except `claimed` and
 * `refused`, which change nothing), and go with their task. Lines of one task, and the begin and end of attempts of one
 * runner or project, have ids in the order in which they took effect.
 */
@Entity('task_event')
export class TaskEvent {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Task, { onDelete: 'CASCADE' })
  taskId!: number;

  /** Decimal digits: it may be larger than a number holds. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column({ type: 'int' })
  projectId!: number;

  @Column({ type: 'int', nullable: true })
  attemptId!: number | null;

  /** The runner of the attempt; of `refused`, the one that called. */
  @Column({ type: 'int', nullable: true })
  runnerId!: number | null;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  at!: Date;

  @Column({ type: 'text' })
  kind!: TaskEventKind;

  @Column({ type: 'text', nullable: true })
  fromStatus!: TaskStatus | null;

  /** Absent when the status did not change. */
  @Column({ type: 'text', nullable: true })
  toStatus!: TaskStatus | null;

  /**
   * More about it: `number` of the attempt (assigned), `user_id` (created, confirmed, rejected), `outcome`, `exit_code`,
   * `reason` and the stored log lines `lines` (planned, lost, finished), the refused `call` (refused).
   */
  @Column({ type: 'jsonb', nullable: true })
  detail!: Record<string, unknown> | null;
}
