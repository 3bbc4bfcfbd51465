import type {
  Ignored,
  PlanSummary,
  PullRequest,
  SentProblem,
  TaskNote,
  TaskReview,
  TaskStatus,
  WaitingReasonCode,
  WaitingFor,
} from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Inventory } from '../inventory/inventory.entity.js';
import { Project } from '../project/project.entity.js';
import { Template } from '../template/template.entity.js';

/** `taskFinal` as PostgreSQL writes it. */
const ENDED = `(status = ANY (ARRAY['rejected'::text, 'success'::text, 'error'::text, 'stopped'::text, 'canceled'::text]))`;

/** Statuses that are not {@link ENDED}. */
const UNENDED = `(status = ANY (ARRAY['waiting'::text, 'starting'::text, 'waiting_confirmation'::text, 'confirmed'::text, 'running'::text, 'stopping'::text]))`;

/** One requested run of a template. Only the engine writes `status` and what depends on it. */
@Entity('task')
// The drain: which (project, template, app, workspace) have waiting tasks of a tag, and the oldest of each.
@Index('task_waiting', ['tag', 'projectId', 'templateId', 'app', 'workspaceId', 'id'], {
  where: `(status = ANY (ARRAY['waiting'::text, 'confirmed'::text]))`,
})
// Which task uses a workspace, and which waits for it.
@Index('task_workspace', ['workspaceId', 'status', 'id'], { where: `((workspace_id <> 0) AND ${UNENDED})` })
// Decisions that are overdue, and the count of open ones.
@Index('task_undecided', ['planned'], { where: `(status = 'waiting_confirmation'::text)` })
// Retention by age.
@Index('task_ended', ['ended'], { where: '(ended IS NOT NULL)' })
// Logs that are to be archived, the oldest first.
@Index('task_log_unarchived', ['ended'], { where: '((ended IS NOT NULL) AND (log_archived IS NULL))' })
// Task lists of a project, newest first.
@Index('task_project', ['projectId', 'id'])
// Task lists of a template, its last task and its last version.
@Index('task_template', ['templateId', 'id'])
// The last plan of a template.
@Index('task_template_plan', ['templateId', 'id'], { where: '(plan_summary IS NOT NULL)' })
// Deploys of a build, and the check when a build is deleted.
@Index('task_build_task', ['buildTaskId'], { where: '(build_task_id IS NOT NULL)' })
// The check when an inventory is deleted.
@Index('task_inventory', ['inventoryId'], { where: '(inventory_id IS NOT NULL)' })
// Tasks of a schedule, newest first, and those of it that have not ended.
@Index('task_schedule', ['scheduleId', 'id'], { where: '(schedule_id IS NOT NULL)' })
// Filtered pages of the history. They hold ended tasks alone, so that a task enters them once and not with each status.
@Index('task_project_result', ['projectId', 'status', 'id', 'templateId'], { where: ENDED })
@Index('task_template_result', ['templateId', 'status', 'id'], { where: ENDED })
@Index('task_user_result', ['projectId', 'userId', 'status', 'id', 'templateId'], {
  where: `((user_id IS NOT NULL) AND ${ENDED})`,
})
export class Task {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Template, { onDelete: 'CASCADE' })
  templateId!: number;

  @Column({ type: 'text' })
  status!: TaskStatus;

  /** Why no runner has the task; `null` unless it is `waiting` or `confirmed`. */
  @Column({ type: 'text', nullable: true })
  waitingReason!: WaitingReasonCode | null;

  /** Object that it waits for, where its reason names one. */
  @Column({ type: 'jsonb', nullable: true })
  waitingFor!: WaitingFor | null;

  /** Effective runner tag: the template's, else the inventory's, else `''`. */
  @Column({ type: 'text', default: '' })
  tag!: string;

  /** Effective app id; never empty. */
  @Column({ type: 'text' })
  app!: string;

  /** The workspace, an inventory, whose state the task works on, from its launch to its end; 0 = none. */
  @Column({ type: 'int', default: 0 })
  workspaceId!: number;

  @Column({ type: 'text', default: '' })
  playbook!: string;

  /** Extra variables of this task: text of a JSON object, or `''`. */
  @Column({ type: 'text', default: '' })
  environment!: string;

  /** Ciphertext of the secret survey values. */
  @Column({ type: 'text', nullable: true })
  secret!: string | null;

  @Column({ type: 'text', nullable: true })
  arguments!: string | null;

  @Column({ type: 'text', nullable: true })
  gitBranch!: string | null;

  @Column({ type: 'text', default: '' })
  message!: string;

  /** Launch options. */
  @Column({ type: 'jsonb', default: {} })
  params!: Record<string, unknown>;

  /** Parts of the launch that were ignored. */
  @Column({ type: 'jsonb', default: [] })
  ignored!: Ignored[];

  /** The person who started it manages the project, so that its variables count like the template's. */
  @Column({ type: 'boolean', default: false })
  trustedVariables!: boolean;

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Inventory, { onDelete: 'SET NULL' })
  inventoryId!: number | null;

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Task, { onDelete: 'SET NULL' })
  buildTaskId!: number | null;

  @Column({ type: 'text', nullable: true })
  version!: string | null;

  @Column({ type: 'text', nullable: true })
  commitHash!: string | null;

  @Column({ type: 'text', default: '' })
  commitMessage!: string;

  /** The branch that it was the head of when a runner checked it out. */
  @Column({ type: 'text', nullable: true })
  commitBranch!: string | null;

  /** Name of its author, as the sender of a webhook shows it. */
  @Column({ type: 'text', default: '' })
  commitAuthor!: string;

  /** Its page, as the sender of a webhook shows it: an address of the web. */
  @Column({ type: 'text', nullable: true })
  commitUrl!: string | null;

  /** The pull request that started it. */
  @Column({ type: 'jsonb', nullable: true })
  pullRequest!: PullRequest | null;

  /** The reviewed plan of a pull request that it applies, and who decided so. */
  @Column({ type: 'jsonb', nullable: true })
  review!: TaskReview | null;

  /** Key of the event at the forge that started it, so that the event starts one task. */
  @Column({ type: 'text', nullable: true })
  reviewKey!: string | null;

  /** Digest of what its plan would do, by a key of this installation. */
  @Column({ type: 'text', nullable: true })
  planDigest!: string | null;

  /** Who started it; null = no person did. Ids of people outlive them here and below: a reference would cost each deletion a scan. */
  @Column({ type: 'int', nullable: true })
  userId!: number | null;

  @Column({ type: 'int', nullable: true })
  integrationId!: number | null;

  @Column({ type: 'int', nullable: true })
  scheduleId!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  /** Wire name `start`. */
  @Column({ type: 'timestamptz', nullable: true })
  started!: Date | null;

  /** Wire name `end`. */
  @Column({ type: 'timestamptz', nullable: true })
  ended!: Date | null;

  /** Runner of the current attempt. It outlives the runner's row. */
  @Column({ type: 'int', nullable: true })
  runnerId!: number | null;

  /** Number of the current attempt, from 1; 0 = none yet. */
  @Column({ type: 'smallint', default: 0 })
  attemptNumber!: number;

  /**
   * Number of the attempt whose log is the task's log. An attempt that applies a plan goes on in the log of the attempt
   * that made it.
   */
  @Column({ type: 'smallint', default: 0 })
  logAttempt!: number;

  @Column({ type: 'jsonb', nullable: true })
  planSummary!: PlanSummary | null;

  /** Since when the task waits, or had waited, for a decision. */
  @Column({ type: 'timestamptz', nullable: true })
  planned!: Date | null;

  /** Who confirmed or rejected the plan. */
  @Column({ type: 'int', nullable: true })
  decidedBy!: number | null;

  @Column({ type: 'timestamptz', nullable: true })
  decided!: Date | null;

  /** Why they did, in their words. */
  @Column({ type: 'text', nullable: true })
  decisionReason!: string | null;

  /** Who stopped the task; null = no person did. */
  @Column({ type: 'int', nullable: true })
  stoppedBy!: number | null;

  /** Why they did, in their words. */
  @Column({ type: 'text', nullable: true })
  stopReason!: string | null;

  /** Why the task ended, as an English sentence. */
  @Column({ type: 'text', nullable: true })
  endReason!: string | null;

  /** The same as a code; `null` when an older runner gave the sentence alone. */
  @Column({ type: 'jsonb', nullable: true })
  endProblem!: SentProblem | null;

  @Column({ type: 'int', nullable: true })
  exitCode!: number | null;

  /** Facts that became known after its end, oldest first. */
  @Column({ type: 'jsonb', default: [] })
  notes!: TaskNote[];

  /** Since when nothing of its log is in chunks of the database. */
  @Column({ type: 'timestamptz', nullable: true })
  logArchived!: Date | null;

  /** The span of its launch, as W3C Trace Context has it; null = it was not traced. */
  @Column({ type: 'text', nullable: true })
  traceparent!: string | null;
}
