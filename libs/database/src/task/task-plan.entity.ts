import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Task } from './task.entity.js';

/**
 * The plan file of a task that waits for a decision or for its apply. Removed when the task is over; its blob is collected
 * afterwards.
 */
@Entity('task_plan')
export class TaskPlan {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Task, { onDelete: 'CASCADE' })
  taskId!: number;

  /** The attempt that made it. */
  @Column({ type: 'int' })
  attemptId!: number;

  /** SHA-256 of the plan's bytes in lower-case hex. */
  @Column({ type: 'text' })
  sha256!: string;

  /** Bytes of the plan before encryption. */
  @Column({ type: 'int' })
  size!: number;

  /** Key of the blob that holds it. */
  @Column({ type: 'text' })
  blob!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
