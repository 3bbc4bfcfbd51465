import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AccessKey } from '../access-key/access-key.entity.js';
import { Project } from '../project/project.entity.js';
import { Template } from './template.entity.js';

/** An Ansible vault of a template: its password is a stored key or comes from a script. */
@Entity('template_vault')
// Vaults of one template.
@Index('template_vault_template', ['templateId'])
@Index('template_vault_project', ['projectId'])
@Index('template_vault_key', ['vaultKeyId'], { where: '(vault_key_id IS NOT NULL)' })
export class TemplateVault {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** Deleted with the project directly, so that its keys may go in the same statement. */
  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Template, { onDelete: 'CASCADE' })
  templateId!: number;

  /** `null` = the default vault. */
  @Column({ type: 'text', nullable: true })
  name!: string | null;

  @Column({ type: 'text', default: 'password' })
  type!: 'password' | 'script';

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => AccessKey)
  vaultKeyId!: number | null;

  @Column({ type: 'text', nullable: true })
  script!: string | null;
}
