import type { ToolStage } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Task } from './task.entity.js';

/** Ansible's counters for one host of a task. */
@Entity('task_host')
@Index('task_host_key', ['taskId', 'host'], { unique: true })
export class TaskHost {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Task, { onDelete: 'CASCADE' })
  taskId!: number;

  @Column({ type: 'text' })
  host!: string;

  @Column({ type: 'int' })
  changed!: number;

  @Column({ type: 'int' })
  failed!: number;

  @Column({ type: 'int' })
  ignored!: number;

  @Column({ type: 'int' })
  ok!: number;

  @Column({ type: 'int' })
  rescued!: number;

  @Column({ type: 'int' })
  skipped!: number;

  @Column({ type: 'int' })
  unreachable!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}

/** One failed Ansible task on one host. */
@Entity('task_error')
@Index('task_error_key', ['taskId', 'index'], { unique: true })
export class TaskError {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Task, { onDelete: 'CASCADE' })
  taskId!: number;

  /** Place among the errors of the task, from 0. */
  @Column({ type: 'int' })
  index!: number;

  @Column({ type: 'text' })
  host!: string;

  @Column({ type: 'text' })
  task!: string;

  @Column({ type: 'text' })
  error!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}

/** A stage of a task. */
@Entity('task_stage')
@Index('task_stage_key', ['taskId', 'type'], { unique: true })
export class TaskStage {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Task, { onDelete: 'CASCADE' })
  taskId!: number;

  @Column({ type: 'text' })
  type!: ToolStage;

  @Column({ type: 'timestamptz', nullable: true })
  started!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  ended!: Date | null;

  /** 0-based line of the task's log. */
  @Column({ type: 'int', nullable: true })
  firstLine!: number | null;

  @Column({ type: 'int', nullable: true })
  lastLine!: number | null;

  @Column({ type: 'jsonb', nullable: true })
  result!: unknown;
}
