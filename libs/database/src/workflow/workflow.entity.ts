import type { ConcurrencyPolicy, GraphEdge } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';

/** A graph of templates and approvals, as people know it. Its nodes are rows of their own. */
@Entity('workflow')
// Workflows of one project.
@Index('workflow_project', ['projectId'])
export class Workflow {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', default: '' })
  description!: string;

  /** What a start does while another run has not ended. */
  @Column({ type: 'text', default: 'parallel' })
  concurrency!: ConcurrencyPolicy;

  /** Which node follows which. */
  @Column({ type: 'jsonb', default: [] })
  edges!: GraphEdge[];
}
