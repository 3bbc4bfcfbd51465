import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';

/** A variable group. It cannot be deleted while a template refers to it. */
@Entity('environment')
// Environments of one project.
@Index('environment_project', ['projectId'])
export class Environment {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'text' })
  name!: string;

  /** Ciphertext; `null` = none is set. */
  @Column({ type: 'text', nullable: true })
  password!: string | null;

  /** Extra variables: text of a JSON object. */
  @Column({ type: 'text', default: '{}' })
  json!: string;

  /** Environment variables: text of a JSON object of scalars. */
  @Column({ type: 'text', nullable: true })
  env!: string | null;
}
