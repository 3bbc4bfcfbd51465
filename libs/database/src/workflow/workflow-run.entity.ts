import type { WorkflowRunStatus } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';
import { Workflow } from './workflow.entity.js';

/** One run of a workflow. What changes its nodes holds this row. */
@Entity('workflow_run')
// Runs of one workflow, and of one project, newest first.
@Index('workflow_run_workflow', ['workflowId', 'id'])
@Index('workflow_run_project', ['projectId', 'id'])
// Runs of one workflow that have not ended, and those that wait for their turn.
@Index('workflow_run_alive', ['workflowId', 'id'], {
  where: `(status = ANY (ARRAY['queued'::text, 'running'::text, 'stopping'::text]))`,
})
// Runs of one schedule, and those of it that have not ended.
@Index('workflow_run_schedule', ['scheduleId', 'id'], { where: '(schedule_id IS NOT NULL)' })
// Runs whose tasks are to be stopped.
@Index('workflow_run_stopping', ['id'], { where: `(status = 'stopping'::text)` })
// Retention by age.
@Index('workflow_run_ended', ['ended'], { where: '(ended IS NOT NULL)' })
export class WorkflowRun {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Workflow, { onDelete: 'CASCADE' })
  workflowId!: number;

  /** The graph that it keeps. */
  @Column({ type: 'int' })
  version!: number;

  @Column({ type: 'text', default: 'running' })
  status!: WorkflowRunStatus;

  /** 1, and one more with each retry. */
  @Column({ type: 'int', default: 1 })
  attempt!: number;

  /** Who started it; `null` = no person did. Ids of people outlive them here and below. */
  @Column({ type: 'int', nullable: true })
  userId!: number | null;

  /** The schedule that started it. Its id outlives it. */
  @Column({ type: 'int', nullable: true })
  scheduleId!: number | null;

  /** Who had saved that schedule last when it started the run. */
  @Column({ type: 'int', nullable: true })
  scheduledBy!: number | null;

  /** Who retried it last. */
  @Column({ type: 'int', nullable: true })
  retriedBy!: number | null;

  @Column({ type: 'text', default: '' })
  message!: string;

  /** Who stopped it last. */
  @Column({ type: 'int', nullable: true })
  stoppedBy!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  /** When its turn came. */
  @Column({ type: 'timestamptz', nullable: true, default: () => 'now()' })
  started!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  ended!: Date | null;
}
