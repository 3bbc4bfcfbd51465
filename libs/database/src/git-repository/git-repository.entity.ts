import type { Sender } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AccessKey } from '../access-key/access-key.entity.js';
import { Project } from '../project/project.entity.js';

/** A git source. It cannot be deleted while a template or inventory refers to it. */
@Entity('git_repository')
// Repositories of one project.
@Index('git_repository_project', ['projectId'])
@Index('git_repository_ssh_key', ['sshKeyId'])
@Index('git_repository_second_key', ['secondKeyId'])
@Index('git_repository_status_key', ['statusKeyId'])
export class GitRepository {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'text' })
  name!: string;

  /** Without credentials. */
  @Column({ type: 'text' })
  gitUrl!: string;

  /** Ciphertext of the address with the credentials that it was stored with; `null` = it has none. */
  @Column({ type: 'text', nullable: true })
  secretUrl!: string | null;

  @Column({ type: 'text', default: '' })
  gitBranch!: string;

  @Column({ type: 'int' })
  @ForeignKey(() => AccessKey)
  sshKeyId!: number;

  /** Files of Git LFS are fetched. */
  @Column({ type: 'boolean', default: true })
  lfs!: boolean;

  @Column({ type: 'boolean', default: true })
  submodules!: boolean;

  /** Directories that are checked out; none = everything. */
  @Column({ type: 'text', array: true, default: () => `'{}'` })
  paths!: string[];

  /** PEM; empty = the authorities of the runner. */
  @Column({ type: 'text', default: '' })
  caCertificates!: string;

  /** In the form of known_hosts; empty = the key that is seen first. */
  @Column({ type: 'text', default: '' })
  knownHosts!: string;

  /** Key for the addresses that begin with `secondKeyPrefix`. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => AccessKey)
  secondKeyId!: number | null;

  @Column({ type: 'text', default: '' })
  secondKeyPrefix!: string;

  /** Kind of the forge that shows it; empty = as its host shows. */
  @Column({ type: 'text', default: '' })
  forge!: Sender | '';

  /** Its page on the forge; empty = it follows from the address. */
  @Column({ type: 'text', default: '' })
  webUrl!: string;

  /** Key with the token that reports the statuses of commits to the forge; null = nothing is reported. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => AccessKey)
  statusKeyId!: number | null;
}
