import type { KeyProblem, KeyType } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';

/** A key: a credential of a project. It cannot be deleted while something refers to it. */
@Entity('access_key')
// Keys of one project.
@Index('access_key_project', ['projectId'])
export class AccessKey {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  type!: KeyType;

  /** Ciphertext of the credential's JSON; `null` = nothing stored. */
  @Column({ type: 'text', nullable: true })
  secret!: string | null;

  /** Where a vault keeps the password or the private key; null = it is here. */
  @Column({ type: 'text', nullable: true })
  vaultReference!: string | null;

  /** Of an SSH key, as a line of `authorized_keys`. */
  @Column({ type: 'text', nullable: true })
  publicKey!: string | null;

  /** Why the stored private key opens nothing; null = no fault is known. */
  @Column({ type: 'text', nullable: true })
  problem!: KeyProblem | null;
}
