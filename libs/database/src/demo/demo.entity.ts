import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';

/** The one demo of a server in demo mode. */
@Entity('demo')
@Check('demo_id_check', '(id = 1)')
export class Demo {
  @PrimaryColumn({ type: 'int', default: 1 })
  id!: number;

  /** Project that visitors use; null = it is yet to be made. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Project, { onDelete: 'SET NULL' })
  projectId!: number | null;

  /** When another project takes its place. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  nextReset!: Date;
}
