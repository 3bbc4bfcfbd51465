import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';

/** A named part of the template list. Templates of a deleted view stay, in no view. */
@Entity('view')
// Views of one project.
@Index('view_project', ['projectId'])
export class View {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'text' })
  title!: string;

  /** Views stand in ascending order of it. */
  @Column({ type: 'int', default: 0 })
  position!: number;

  /** It is no tab. */
  @Column({ type: 'boolean', default: false })
  hidden!: boolean;

  /** `all` = the tab of all templates, which is no other view. */
  @Column({ type: 'text', default: '' })
  type!: string;

  /** Column by which other products sort its templates. */
  @Column({ type: 'text', default: '' })
  sortColumn!: string;

  @Column({ type: 'boolean', default: false })
  sortReverse!: boolean;
}
