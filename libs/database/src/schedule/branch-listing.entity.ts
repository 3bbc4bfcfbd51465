import type { ListedBranch, SentProblem } from '@switchyard/contracts';
import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { GitRepository } from '../git-repository/git-repository.entity.js';
import { Project } from '../project/project.entity.js';
import { Schedule } from './schedule.entity.js';

/** How a repository that is not stored is reached. */
export interface RepositoryDraft {
  gitUrl: string;
  sshKeyId: number;
  caCertificates: string;
  knownHosts: string;
  secondKeyId: number | null;
  secondKeyPrefix: string;
}

/**
 * The branches of a repository as a runner lists them: one row per repository, which is kept and listed again, one per schedule
 * while it looks for new commits, and one per test of a repository that is not stored, for as long as somebody waits for it.
 */
@Entity('branch_listing')
@Check('branch_listing_draft', '((repository_id IS NULL) = (draft IS NOT NULL))')
// Listings of one project.
@Index('branch_listing_project', ['projectId'])
// The one listing of a repository.
@Index('branch_listing_repository', ['repositoryId'], { unique: true, where: '(schedule_id IS NULL)' })
// The check when a repository is deleted.
@Index('branch_listing_checked', ['repositoryId'])
// The one listing of a schedule.
@Index('branch_listing_schedule', ['scheduleId'], { unique: true, where: '(schedule_id IS NOT NULL)' })
// Listings that wait for a runner, the oldest first.
@Index('branch_listing_open', ['requested', 'id'], { where: '(ended IS NULL)' })
export class BranchListing {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => GitRepository, { onDelete: 'CASCADE' })
  repositoryId!: number | null;

  /** In the place of a stored repository. */
  @Column({ type: 'jsonb', nullable: true })
  draft!: RepositoryDraft | null;

  /** The schedule that looks for new commits; `null` = people want all branches. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Schedule, { onDelete: 'CASCADE' })
  scheduleId!: number | null;

  /** The one branch or tag that is wanted; `''` = all branches. */
  @Column({ type: 'text', default: '' })
  branch!: string;

  /** Tag that the runner must have; `''` = it must have none, `null` = whatever it has. */
  @Column({ type: 'text', nullable: true })
  tag!: string | null;

  /** Stands for the address and key that were listed. */
  @Column({ type: 'text', default: '' })
  source!: string;

  /** The due time of the schedule. */
  @Column({ type: 'timestamptz', nullable: true })
  due!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  requested!: Date;

  /** The runner that has taken it. */
  @Column({ type: 'int', nullable: true })
  runnerId!: number | null;

  /** Proof of its ownership. */
  @Column({ type: 'uuid', nullable: true })
  leaseId!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  leaseUntil!: Date | null;

  /** How many runners have taken it. */
  @Column({ type: 'int', default: 0 })
  tries!: number;

  @Column({ type: 'timestamptz', nullable: true })
  ended!: Date | null;

  /** Names with their commits. */
  @Column({ type: 'jsonb', default: [] })
  branches!: ListedBranch[];

  /** There are more branches. */
  @Column({ type: 'boolean', default: false })
  isCut!: boolean;

  /** Why it failed; `null` = it did not. */
  @Column({ type: 'jsonb', nullable: true })
  problem!: SentProblem | null;
}
