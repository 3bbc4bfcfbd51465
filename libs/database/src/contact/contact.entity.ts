import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';
import { Template } from '../template/template.entity.js';

/** Whom to call when a template fails. */
@Entity('contact')
// Contacts of one project.
@Index('contact_project', ['projectId'])
// The check when a template is deleted.
@Index('contact_template', ['templateId'])
export class Contact {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', default: '' })
  phone!: string;

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Template, { onDelete: 'SET NULL' })
  templateId!: number | null;
}
