import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Task } from './task.entity.js';

/** Changes that the plan of a task would make, for people. Goes with the task, as its log does; its blob is collected afterwards. */
@Entity('task_plan_view')
// Which blobs are still named.
@Index('task_plan_view_blob', ['blob'])
export class TaskPlanView {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Task, { onDelete: 'CASCADE' })
  taskId!: number;

  /** The attempt that sent it. */
  @Column({ type: 'int' })
  attemptId!: number;

  /** Key of the blob that holds it: JSON, compressed. */
  @Column({ type: 'text' })
  blob!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
