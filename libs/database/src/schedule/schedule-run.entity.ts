import type { ScheduleResult, SentIssue } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Task } from '../task/task.entity.js';
import { Schedule } from './schedule.entity.js';

/** Result of a due time of a schedule. Its key is the promise that a due time has one task at most. */
@Entity('schedule_run')
// Retention by age.
@Index('schedule_run_created', ['created'])
// Runs about which people are to be alerted.
@Index('schedule_run_unalerted', ['created'], {
  where: `((NOT alerted) AND (result = ANY (ARRAY['missed'::text, 'refused'::text, 'failed'::text])))`,
})
// The check when a task is deleted.
@Index('schedule_run_task', ['taskId'], { where: '(task_id IS NOT NULL)' })
export class ScheduleRun {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Schedule, { onDelete: 'CASCADE' })
  scheduleId!: number;

  @PrimaryColumn({ type: 'timestamptz' })
  due!: Date;

  @Column({ type: 'text' })
  result!: ScheduleResult;

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Task, { onDelete: 'SET NULL' })
  taskId!: number | null;

  /** The run of a workflow that it started. It outlives its row. */
  @Column({ type: 'int', nullable: true })
  runId!: number | null;

  /** Why the launch was refused. */
  @Column({ type: 'jsonb', default: [] })
  issues!: SentIssue[];

  /** The alert about a due time that started nothing is on its way, or nobody wants one. */
  @Column({ type: 'boolean', default: false })
  alerted!: boolean;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
