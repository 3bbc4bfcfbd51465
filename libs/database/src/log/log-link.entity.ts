import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';
import { Task } from '../task/task.entity.js';
import { User } from '../user/user.entity.js';

/** Lets anybody who has the link read the log of one task, for a time. */
@Entity('log_link')
@Index('log_link_token_key', ['tokenHash'], { unique: true })
// Links of one task, and the cascade of its deletion.
@Index('log_link_task', ['taskId'])
// Links that end together: with the setting of the project, or when its maker leaves it.
@Index('log_link_project', ['projectId', 'createdBy'])
@Index('log_link_creator', ['createdBy'])
export class LogLink {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Task, { onDelete: 'CASCADE' })
  taskId!: number;

  /** SHA-256 of the token in lower-case hex. */
  @Column({ type: 'text' })
  tokenHash!: string;

  /** The link works while this user may make such links in the project. */
  @Column({ type: 'int' })
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  createdBy!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  @Column({ type: 'timestamptz' })
  expires!: Date;

  /** When somebody read the log by it for the first time; null = nobody has. */
  @Column({ type: 'timestamptz', nullable: true })
  opened!: Date | null;
}
