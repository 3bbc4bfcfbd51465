import type { TaskStatus } from '@switchyard/contracts';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A way from one status to another.
 *
 * - `created`, `assigned`, `started`, `confirmed`, `stop_requested`: a status was reached.
 * - `planned`: the attempt ended with a plan that waits for a decision.
 * - `requeued`: the lease of the attempt expired and the task went back to the queue.
 * - `rejected`, `finished`, `canceled`: a final status was reached; with `finished` the living attempt ended.
 */
export type TaskTransition =
  | 'created'
  | 'assigned'
  | 'started'
  | 'planned'
  | 'confirmed'
  | 'rejected'
  | 'stop_requested'
  | 'requeued'
  | 'finished'
  | 'canceled';

/**
 * Event of a task: a transition, or one of two notes that change no status.
 *
 * - `claimed`: the runner was handed the job. It repeats when the answer may have been lost.
 * - `refused`: a runner reported about an attempt whose lease it does not own (any more); nothing was changed by it.
 */
export type TaskEventKind = TaskTransition | 'claimed' | 'refused';

/** Origin of an event: a person, an integration, a schedule, a build that succeeded, a runner, the control plane. */
export type TaskEventOrigin = 'user' | 'integration' | 'schedule' | 'autorun' | 'runner' | 'system';

/**
 * An event in the life of a task. Events are only ever added, each transition's in the statement that makes the
 * transition, and removed by their age alone: they outlive their task, so that a consumer misses none.
 * Events of one task, and begin and end of the attempts of one runner or project, have ids in the order in which they
 * took effect. Ids become visible out of order: follow events by `readTransitions` of the engine.
 */
@Entity('task_event')
// The history of a task.
@Index('task_event_task', ['taskId', 'id'])
export class TaskEvent {
  /** Decimal digits: it may be larger than a number holds. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column({ type: 'int' })
  taskId!: number;

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

  @Column({ type: 'text' })
  origin!: TaskEventOrigin;

  /** The user who did it. */
  @Column({ type: 'int', nullable: true })
  actorId!: number | null;

  /** The reason as a code; null = none. */
  @Column({ type: 'text', nullable: true })
  reasonCode!: string | null;

  /**
   * More about it: `number` of the attempt (assigned), `outcome`, `reason` and the stored log lines `lines` of the
   * attempt (planned, requeued, finished), the refused `call` (refused).
   */
  @Column({ type: 'jsonb', nullable: true })
  detail!: Record<string, unknown> | null;
}
