import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A project: the boundary of membership, resources and parallelism. */
@Entity('project')
// Projects whose rows are being removed.
@Index('project_deleting', ['id'], { where: 'deleting is not null' })
export class Project {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  /** Since when it is being deleted: nobody but the removal of its rows may use it; null = it is not. */
  @Column({ type: 'timestamptz', nullable: true })
  deleting!: Date | null;

  @Column({ type: 'boolean', default: false })
  alert!: boolean;

  @Column({ type: 'text', nullable: true })
  alertChat!: string | null;

  /** Most tasks of the project that run at once; 0 = no limit. */
  @Column({ type: 'int', default: 0 })
  maxParallelTasks!: number;

  @Column({ type: 'text', default: '' })
  type!: string;

  /** Its members may make links by which a log is read without signing in. */
  @Column({ type: 'boolean', default: false })
  allowLogLinks!: boolean;

  /** Ciphertext of the token for an external vault. */
  @Column({ type: 'text', nullable: true })
  vaultTokenEncrypted!: string | null;

  /** Address of that vault; null = the one of the settings. */
  @Column({ type: 'text', nullable: true })
  vaultAddress!: string | null;

  /** Its namespace; null = the one of the settings, where the address is theirs. */
  @Column({ type: 'text', nullable: true })
  vaultNamespace!: string | null;
}
