import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AccessKey } from '../access-key/access-key.entity.js';
import { Project } from '../project/project.entity.js';

/** A git source. It cannot be deleted while a template or inventory refers to it. */
@Entity('git_repository')
// Repositories of one project.
@Index('git_repository_project', ['projectId'])
@Index('git_repository_ssh_key', ['sshKeyId'])
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
}
