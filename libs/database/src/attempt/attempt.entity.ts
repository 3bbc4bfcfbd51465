import type { Order } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Task } from '../task/task.entity.js';

export type AttemptStatus = 'starting' | 'running' | 'ended';

/** `lease_expired` and `forced`, a stop by force, come from the control plane; the others are reported by the runner. */
export type AttemptOutcome = 'success' | 'error' | 'stopped' | 'planned' | 'lease_expired' | 'forced';

/**
 * One try of a task by one runner. Project, template and runner are repeated here for counting; they change with
 * nothing and go with the task.
 */
@Entity('attempt')
// Attempts of a task in order.
@Index('attempt_task_number_key', ['taskId', 'number'], { unique: true })
// At most one attempt of a task is alive.
@Index('attempt_task_active_key', ['taskId'], {
  unique: true,
  where: `(status = ANY (ARRAY['starting'::text, 'running'::text]))`,
})
// Jobs of a runner at each poll; active attempts per runner, project and template at each drain.
@Index('attempt_runner_active', ['runnerId'], {
  where: `(status = ANY (ARRAY['starting'::text, 'running'::text]))`,
})
export class Attempt {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Task, { onDelete: 'CASCADE' })
  taskId!: number;

  /** Number of the attempt, from 1. */
  @Column({ type: 'smallint' })
  number!: number;

  @Column({ type: 'int' })
  projectId!: number;

  @Column({ type: 'int' })
  templateId!: number;

  @Column({ type: 'int' })
  runnerId!: number;

  /** The fencing token. */
  @Column({ type: 'uuid' })
  leaseId!: string;

  @Column({ type: 'timestamptz' })
  leaseUntil!: Date;

  @Column({ type: 'text' })
  status!: AttemptStatus;

  /** Order to the runner about it. */
  @Column({ type: 'text', default: 'none' })
  order!: Order;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  started!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  ended!: Date | null;

  /** Since when nothing of it runs on the machine of the runner, by the report of the runner. */
  @Column({ type: 'timestamptz', nullable: true })
  settled!: Date | null;

  /** When the state that its tool could not save was taken. */
  @Column({ type: 'timestamptz', nullable: true })
  stateOffered!: Date | null;

  @Column({ type: 'text', nullable: true })
  outcome!: AttemptOutcome | null;

  /** Why it ended so, in words. */
  @Column({ type: 'text', nullable: true })
  reason!: string | null;
}
