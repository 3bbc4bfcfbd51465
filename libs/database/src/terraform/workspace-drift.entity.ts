import type { DriftStatus, PlanSummary } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Inventory } from '../inventory/inventory.entity.js';
import { Task } from '../task/task.entity.js';
import { Template } from '../template/template.entity.js';

/** How a workspace stands to the configuration of a template, as the last task that showed it left it. */
@Entity('workspace_drift')
// Workspaces of one template.
@Index('workspace_drift_template', ['templateId'])
// The check when a task is deleted.
@Index('workspace_drift_task', ['taskId'], { where: '(task_id IS NOT NULL)' })
// Drift about which people are to be alerted.
@Index('workspace_drift_unalerted', ['checked'], {
  where: `((status <> 'unknown'::text) AND ((status = 'drifted'::text) <> alerted))`,
})
export class WorkspaceDrift {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Inventory, { onDelete: 'CASCADE' })
  inventoryId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Template, { onDelete: 'CASCADE' })
  templateId!: number;

  @Column({ type: 'text' })
  status!: DriftStatus;

  /** The task that showed it. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Task, { onDelete: 'SET NULL' })
  taskId!: number | null;

  /** Changes that its plan would make; `null` unless the workspace has drifted. */
  @Column({ type: 'jsonb', nullable: true })
  summary!: PlanSummary | null;

  /** Since when the status is the same. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  since!: Date;

  /** When a task last showed whether there is drift. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  checked!: Date;

  /** The last alert about it was that it has drifted. */
  @Column({ type: 'boolean', default: false })
  alerted!: boolean;
}
