import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Template } from '../template/template.entity.js';

/** The commit that senders have started a template with last, apart for each branch and whatever else the launch holds. */
@Entity('commit_launch')
// Retention by age.
@Index('commit_launch_created', ['created'])
export class CommitLaunch {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Template, { onDelete: 'CASCADE' })
  templateId!: number;

  /** Digest of branch, inventory, parameters and variables. */
  @PrimaryColumn({ type: 'text' })
  launch!: string;

  @Column({ type: 'text' })
  commitHash!: string;

  /** It outlives the task's row; `null` = none was stored. */
  @Column({ type: 'int', nullable: true })
  taskId!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
