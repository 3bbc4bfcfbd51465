import type { AlertEvent, NodeStatus, SentIssue } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { WorkflowRun } from './workflow-run.entity.js';

/** Where a node of a run stands. A retry gives a node another row; its key makes sure that it starts once in each attempt. */
@Entity('workflow_node_run')
// The node that a task belongs to; a task belongs to one at most.
@Index('workflow_node_run_task', ['taskId'], { unique: true, where: '(task_id IS NOT NULL)' })
// Nodes whose tasks have not ended, as far as their runs know.
@Index('workflow_node_run_running', ['taskId', 'runId'], { where: `(status = 'running'::text)` })
// Nodes that wait for a moment, the nearest first.
@Index('workflow_node_run_due', ['due'], { where: `((status = 'waiting'::text) AND (due IS NOT NULL))` })
// Nodes of which people are to be alerted.
@Index('workflow_node_run_alert', ['runId'], { where: '(alert IS NOT NULL)' })
export class WorkflowNodeRun {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => WorkflowRun, { onDelete: 'CASCADE' })
  runId!: number;

  /** Its name in the graph. */
  @PrimaryColumn({ type: 'text' })
  node!: string;

  /** The attempt of the run that it belongs to; the row of the highest one counts. */
  @PrimaryColumn({ type: 'int' })
  attempt!: number;

  @Column({ type: 'text', default: 'pending' })
  status!: NodeStatus;

  /** It outlives the task's row. */
  @Column({ type: 'int', nullable: true })
  taskId!: number | null;

  /** Why its task was not launched, or that nobody decided in time. */
  @Column({ type: 'jsonb', default: [] })
  issues!: SentIssue[];

  @Column({ type: 'timestamptz', nullable: true })
  started!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  ended!: Date | null;

  /** When it stops waiting, whatever comes; `null` = it does not wait, or without end. */
  @Column({ type: 'timestamptz', nullable: true })
  due!: Date | null;

  /** The event of which people are to be alerted; `null` = of none, or they have been. */
  @Column({ type: 'text', nullable: true })
  alert!: AlertEvent | null;

  /** Whose decision ended the approval. The id outlives the person. */
  @Column({ type: 'int', nullable: true })
  decidedBy!: number | null;

  /** Why, in their words. */
  @Column({ type: 'text', default: '' })
  reason!: string;
}
