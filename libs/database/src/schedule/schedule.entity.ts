import type { MissedPolicy, OverlapPolicy, ScheduleType } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';
import { Template } from '../template/template.entity.js';

/** When a template is started by itself, and with what. It goes with its template. */
@Entity('schedule')
// Schedules of one project.
@Index('schedule_project', ['projectId'])
// Schedules of one template.
@Index('schedule_template', ['templateId'])
// What is due, and what is due next: active schedules alone.
@Index('schedule_due', ['nextRunAt', 'id'], { where: '(next_run_at IS NOT NULL)' })
export class Schedule {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Template, { onDelete: 'CASCADE' })
  templateId!: number;

  @Column({ type: 'text', default: '' })
  name!: string;

  @Column({ type: 'boolean', default: false })
  active!: boolean;

  /** Why it is not active, in somebody's words. */
  @Column({ type: 'text', default: '' })
  pauseReason!: string;

  /** `''` = by `cronFormat`, again and again; `run_at` = once. */
  @Column({ type: 'text', default: '' })
  type!: ScheduleType;

  @Column({ type: 'text', default: '' })
  cronFormat!: string;

  @Column({ type: 'timestamptz', nullable: true })
  runAt!: Date | null;

  /** Removes a schedule of type `run_at` when its task is started. */
  @Column({ type: 'boolean', default: false })
  deleteAfterRun!: boolean;

  /** IANA name; `''` = that of the installation. */
  @Column({ type: 'text', default: '' })
  timezone!: string;

  /** What happens when a task of the schedule has not ended yet. */
  @Column({ type: 'text', default: 'queue' })
  overlapPolicy!: OverlapPolicy;

  /** What happens with planned times at which no dispatcher was at work. */
  @Column({ type: 'text', default: 'skip' })
  missedPolicy!: MissedPolicy;

  /** Body of the launch, without template and secret answers. */
  @Column({ type: 'jsonb', default: {} })
  taskParams!: Record<string, unknown>;

  /** Ciphertext of the secret answers: a JSON object. */
  @Column({ type: 'text', nullable: true })
  secret!: string | null;

  /** The next planned time; `null` = none, or not active. */
  @Column({ type: 'timestamptz', nullable: true })
  nextRunAt!: Date | null;
}
