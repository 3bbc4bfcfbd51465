import type { WorkflowGraph } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Workflow } from './workflow.entity.js';

/** A graph of a workflow that was run, which never changes. */
@Entity('workflow_version')
export class WorkflowVersion {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Workflow, { onDelete: 'CASCADE' })
  workflowId!: number;

  /** From 1 on. */
  @PrimaryColumn({ type: 'int' })
  number!: number;

  @Column({ type: 'jsonb' })
  graph!: WorkflowGraph;

  /** Who ran it first. The id outlives the person. */
  @Column({ type: 'int', nullable: true })
  userId!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
