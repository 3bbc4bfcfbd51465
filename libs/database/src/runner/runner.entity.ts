import type { MeasuredCaches, RunnerApp, RunnerRefusal, RunnerSeparation, SentProblem } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';

/** The agent on a machine that executes tasks. `touched` has no index: it changes every few seconds, in place. */
@Entity('runner')
@Index('runner_token_hash_key', ['tokenHash'], { unique: true })
// Runners of one project.
@Index('runner_project', ['projectId'], { where: '(project_id IS NOT NULL)' })
// Runners with a webhook.
@Index('runner_webhook', ['id'], { where: `(webhook <> ''::text)` })
export class Runner {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** `null` = serves every project. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number | null;

  @Column({ type: 'text' })
  name!: string;

  /** It was started with the stack, on the same machine. */
  @Column({ type: 'boolean', default: false })
  local!: boolean;

  /** SHA-256 of the token in lower-case hex. */
  @Column({ type: 'text' })
  tokenHash!: string;

  /** X25519 public key, base64. */
  @Column({ type: 'text' })
  publicKey!: string;

  @Column({ type: 'text', default: '' })
  webhook!: string;

  /** Ciphertext of the key that signs what is sent to the webhook. */
  @Column({ type: 'text', nullable: true })
  webhookSecret!: string | null;

  /** Most attempts at once, as set by people; 0 = no limit. */
  @Column({ type: 'int', default: 0 })
  maxParallelTasks!: number;

  /** Most attempts at once, as the runner itself is set; 0 = no limit. The lower of the two holds. */
  @Column({ type: 'int', default: 0 })
  ownMaxParallelTasks!: number;

  @Column({ type: 'boolean', default: true })
  active!: boolean;

  /** It takes the tasks of its project, or of all, that name no tag. */
  @Column({ type: 'boolean', default: false })
  isDefault!: boolean;

  @Column({ type: 'text', array: true, default: () => `'{}'` })
  tags!: string[];

  /** Tools found on the machine. */
  @Column({ type: 'jsonb', default: [] })
  apps!: RunnerApp[];

  @Column({ type: 'text', default: '' })
  version!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  /** Last sign of life. */
  @Column({ type: 'timestamptz', nullable: true })
  touched!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  cleaningRequested!: Date | null;

  /** Projects whose caches it is asked to clear. */
  @Column({ type: 'int', array: true, default: () => `'{}'` })
  clearingProjects!: number[];

  /** Name of the newest request of that kind; the runner answers with it. */
  @Column({ type: 'text', nullable: true })
  clearingRequest!: string | null;

  /** Operating system and processor, as the runner reports. */
  @Column({ type: 'text', default: '' })
  platform!: string;

  /** Isolation of its tasks, as the runner reports; null = it has not. */
  @Column({ type: 'text', nullable: true })
  separation!: RunnerSeparation | null;

  /** The process that holds the identity, and when it last polled. */
  @Column({ type: 'text', default: '' })
  instance!: string;

  @Column({ type: 'timestamptz', nullable: true })
  instanceSeen!: Date | null;

  /** When another process tried to use the same identity. */
  @Column({ type: 'timestamptz', nullable: true })
  duplicateSeen!: Date | null;

  /** When runner and server last came to no agreement, and why. */
  @Column({ type: 'timestamptz', nullable: true })
  refusedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  refusedReason!: RunnerRefusal | null;

  /** Why the runner takes no tasks at the moment, as it words it. */
  @Column({ type: 'text', nullable: true })
  pausedReason!: string | null;

  /** The same as a code; `null` when an older runner gave the words alone. */
  @Column({ type: 'jsonb', nullable: true })
  pausedProblem!: SentProblem | null;

  /** It prepares attempts while its slots are busy; older runners, and those that take one task, do not. */
  @Column({ type: 'boolean', default: false })
  preparesAhead!: boolean;

  /** Set by people to take no more tasks. */
  @Column({ type: 'boolean', default: false })
  draining!: boolean;
}

/** Caches of a runner. Not in its own row, which changes every few seconds. */
@Entity('runner_caches')
export class RunnerCachesReport {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Runner, { onDelete: 'CASCADE' })
  runnerId!: number;

  /** When it was reported last. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  measured!: Date;

  /** As the runner reported it: projects in it need not exist, or be any of its own. */
  @Column({ type: 'jsonb' })
  report!: MeasuredCaches & {
    /** Seconds by which its clock is ahead of the server's; absent = an older runner reported. */
    ahead?: number;
  };
}
