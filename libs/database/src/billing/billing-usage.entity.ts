import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';

/** Usage of a project's tasks in a month of the installation's time zone. */
@Entity('billing_usage')
export class BillingUsage {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  /** First day of the month. */
  @PrimaryColumn({ type: 'date' })
  month!: string;

  /** Seconds that ended tasks ran. */
  @Column({ type: 'bigint', default: 0 })
  seconds!: string;

  /** Bytes that ended tasks left in logs. */
  @Column({ type: 'bigint', default: 0 })
  bytes!: string;

  /** Minutes that a tier held or that were paid from the balance. */
  @Column({ type: 'int', default: 0 })
  coveredMinutes!: number;
}
