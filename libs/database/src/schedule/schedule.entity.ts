import type { MissedPolicy, OverlapPolicy, ScheduleType, SentProblem } from '@switchyard/contracts';
import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { GitRepository } from '../git-repository/git-repository.entity.js';
import { Project } from '../project/project.entity.js';
import { Template } from '../template/template.entity.js';
import { Workflow } from '../workflow/workflow.entity.js';

/** When a template or a workflow is started by itself, and with what. It goes with that. */
@Entity('schedule')
@Check('schedule_target', '((template_id IS NULL) <> (workflow_id IS NULL))')
// Schedules of one project.
@Index('schedule_project', ['projectId'])
// Schedules of one template.
@Index('schedule_template', ['templateId'])
// Schedules of one workflow.
@Index('schedule_workflow', ['workflowId'], { where: '(workflow_id IS NOT NULL)' })
// Schedules that refer to one repository.
@Index('schedule_repository', ['repositoryId'], { where: '(repository_id IS NOT NULL)' })
// Schedules that are due, and the next ones: active ones alone.
@Index('schedule_due', ['nextDue', 'templateId', 'id'], { where: '(next_due IS NOT NULL)' })
// Due schedules whose earlier tasks are stopped first.
@Index('schedule_replacing', ['nextDue'], {
  where: `((next_due IS NOT NULL) AND (overlap_policy = 'replace'::text))`,
})
export class Schedule {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  /** `null` = it starts a workflow. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Template, { onDelete: 'CASCADE' })
  templateId!: number | null;

  /** `null` = it starts a template. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Workflow, { onDelete: 'CASCADE' })
  workflowId!: number | null;

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

  /** Policy when a task of the schedule has not ended yet. */
  @Column({ type: 'text', default: 'queue' })
  overlapPolicy!: OverlapPolicy;

  /** Policy for due times at which no dispatcher was at work. */
  @Column({ type: 'text', default: 'skip' })
  missedPolicy!: MissedPolicy;

  /** Body of the launch, without template and secret answers. */
  @Column({ type: 'jsonb', default: {} })
  taskParams!: Record<string, unknown>;

  /** Ciphertext of the secret answers: a JSON object. */
  @Column({ type: 'text', nullable: true })
  secret!: string | null;

  /** Runs the template at new commits of this repository alone, for which it looks at its due times. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => GitRepository)
  repositoryId!: number | null;

  /** The commit that the last task of such a schedule was started for; `''` = none yet. */
  @Column({ type: 'text', default: '' })
  lastCommit!: string;

  /** When a runner last checked for new commits. */
  @Column({ type: 'timestamptz', nullable: true })
  checked!: Date | null;

  /** Why the last check failed; `null` = it did not. */
  @Column({ type: 'jsonb', nullable: true })
  checkProblem!: SentProblem | null;

  /** How many checks have failed since the last one that did not. */
  @Column({ type: 'int', default: 0 })
  checkFailures!: number;

  /** Who saved it last, by whose decision its runs start; `null` = a restore did. Ids of people outlive them. */
  @Column({ type: 'int', nullable: true })
  savedBy!: number | null;

  /** The next due time; `null` = none, or not active. */
  @Column({ type: 'timestamptz', nullable: true })
  nextDue!: Date | null;
}
