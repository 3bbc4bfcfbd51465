import type { TaskStatus } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';

/**
 * How many tasks ended on a day in UTC with a status. Each task is counted for its project, for its template, for who
 * started it, and for both, so that every question reads as many rows as there are days and statuses. Counts outlive the
 * tasks and are kept by the engine.
 */
@Entity('task_day')
// Retention by age.
@Index('task_day_day', ['day'])
export class TaskDay {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  /** 0 = all templates. */
  @PrimaryColumn({ type: 'int' })
  templateId!: number;

  /** 0 = everybody, and what nobody started. */
  @PrimaryColumn({ type: 'int' })
  userId!: number;

  @PrimaryColumn({ type: 'date' })
  day!: string;

  @PrimaryColumn({ type: 'text' })
  status!: TaskStatus;

  @Column({ type: 'int' })
  tasks!: number;

  /** Of those, the ones that ran. */
  @Column({ type: 'int' })
  ran!: number;

  /** Seconds that they ran, together. */
  @Column({ type: 'bigint' })
  seconds!: string;
}
