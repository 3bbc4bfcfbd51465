import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Integration } from './integration.entity.js';

/** The task that a webhook started. Its key makes sure that a webhook starts one task at most. */
@Entity('integration_launch')
// Retention by age.
@Index('integration_launch_created', ['created'])
export class IntegrationLaunch {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Integration, { onDelete: 'CASCADE' })
  integrationId!: number;

  /** The sender's id of the webhook. */
  @PrimaryColumn({ type: 'text' })
  webhookKey!: string;

  /** It outlives the task's row. */
  @Column({ type: 'int', nullable: true })
  taskId!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
