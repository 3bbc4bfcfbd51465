import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';
import { User } from '../user/user.entity.js';

/** Lets one runner register itself, once and for a short time. */
@Entity('runner_registration_token')
@Index('runner_registration_token_hash_key', ['tokenHash'], { unique: true })
@Index('runner_registration_token_project', ['projectId'], { where: '(project_id IS NOT NULL)' })
@Index('runner_registration_token_creator', ['createdBy'], { where: '(created_by IS NOT NULL)' })
export class RunnerRegistrationToken {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** Project the runner will serve; `null` = every project. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number | null;

  /** Name and tags the runner will have. */
  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', array: true, default: () => `'{}'` })
  tags!: string[];

  /** SHA-256 of the token in lower-case hex. */
  @Column({ type: 'text' })
  tokenHash!: string;

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => User, { onDelete: 'SET NULL' })
  createdBy!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  @Column({ type: 'timestamptz' })
  expires!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  used!: Date | null;

  /** The runner that it is for, or that used it. It outlives the runner's row. */
  @Column({ type: 'int', nullable: true })
  runnerId!: number | null;
}
