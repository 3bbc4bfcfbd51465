import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { WorkflowRun } from './workflow-run.entity.js';

/** What one person decided about an approval. The key lets each person count once in each attempt. */
@Entity('workflow_decision')
export class WorkflowDecision {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => WorkflowRun, { onDelete: 'CASCADE' })
  runId!: number;

  /** Its name in the graph. */
  @PrimaryColumn({ type: 'text' })
  node!: string;

  /** The attempt of the node's row. */
  @PrimaryColumn({ type: 'int' })
  attempt!: number;

  /** The id outlives the person. */
  @PrimaryColumn({ type: 'int' })
  userId!: number;

  @Column({ type: 'boolean' })
  approves!: boolean;

  /** Why, in their words. */
  @Column({ type: 'text', default: '' })
  reason!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
