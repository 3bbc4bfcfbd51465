import type { SyncFault } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { GitRepository } from '../git-repository/git-repository.entity.js';
import { Project } from '../project/project.entity.js';
import { User } from '../user/user.entity.js';

/** Keeps a project what the files of a repository are. */
@Entity('project_sync')
// The one sync of a project.
@Index('project_sync_project', ['projectId'], { unique: true })
// The cascade of a repository's deletion.
@Index('project_sync_repository', ['repositoryId'])
@Index('project_sync_user', ['userId'])
// Syncs whose time has come.
@Index('project_sync_due', ['nextCheck'])
export class ProjectSync {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => GitRepository, { onDelete: 'CASCADE' })
  repositoryId!: number;

  /** It acts with the present permissions of this user. */
  @Column({ type: 'int' })
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  /** What files held and hold no longer is deleted. */
  @Column({ type: 'boolean', default: false })
  prune!: boolean;

  /** The commit that was applied; `null` = none was. */
  @Column({ type: 'text', nullable: true })
  commit!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  applied!: Date | null;

  @Column({ type: 'text', nullable: true })
  seenCommit!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  checked!: Date | null;

  /** Why the last look changed nothing. */
  @Column({ type: 'jsonb', default: [] })
  faults!: SyncFault[];

  @Column({ type: 'timestamptz', default: () => 'now()' })
  nextCheck!: Date;

  /** The runner that looks. */
  @Column({ type: 'int', nullable: true })
  runnerId!: number | null;

  @Column({ type: 'uuid', nullable: true })
  leaseId!: string | null;

  /** When the runner has taken it: what is wanted later is not what it looks for. */
  @Column({ type: 'timestamptz', nullable: true })
  leaseFrom!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  leaseUntil!: Date | null;
}

/** A row of a project that its files hold. One whose row is gone means nothing. */
@Entity('managed_row')
export class ManagedRow {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  /** Kind of the row. */
  @PrimaryColumn({ type: 'text' })
  noun!: string;

  @PrimaryColumn({ type: 'int' })
  rowId!: number;

  /** `file:line:column`. */
  @Column({ type: 'text' })
  place!: string;
}
