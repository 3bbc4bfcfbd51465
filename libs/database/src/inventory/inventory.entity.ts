import type { InventoryType } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AccessKey } from '../access-key/access-key.entity.js';
import { GitRepository } from '../git-repository/git-repository.entity.js';
import { Project } from '../project/project.entity.js';

/** Hosts or workspace that a task runs against. It cannot be deleted while a template refers to it. */
@Entity('inventory')
// Workspaces of a template, when it is deleted.
@Index('inventory_template', ['templateId'], { where: 'template_id is not null' })
// Inventories of one project.
@Index('inventory_project', ['projectId'])
@Index('inventory_ssh_key', ['sshKeyId'], { where: '(ssh_key_id IS NOT NULL)' })
@Index('inventory_become_key', ['becomeKeyId'], { where: '(become_key_id IS NOT NULL)' })
@Index('inventory_repository', ['repositoryId'], { where: '(repository_id IS NOT NULL)' })
export class Inventory {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  type!: InventoryType;

  /** Content, relative path (`file`) or workspace name, by type. */
  @Column({ type: 'text', default: '' })
  inventory!: string;

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => AccessKey)
  sshKeyId!: number | null;

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => AccessKey)
  becomeKeyId!: number | null;

  /** Source of a `file` inventory; `null` = the template's repository. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => GitRepository)
  repositoryId!: number | null;

  /** Template that owns a workspace. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey('Template', { onDelete: 'SET NULL' })
  templateId!: number | null;

  @Column({ type: 'text', nullable: true })
  runnerTag!: string | null;
}
