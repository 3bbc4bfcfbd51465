import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';

/**
 * A task of another product that was imported, so that a repeated import stores it once. It outlives the task, so that what retention has
 * removed does not come again.
 */
@Entity('imported_task')
// Whether a task was imported.
@Index('imported_task_task', ['taskId'], { unique: true })
export class ImportedTask {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  /** SHA-256 that stands for a project of another product, in lower-case hex. */
  @PrimaryColumn({ type: 'text' })
  source!: string;

  /** Its id there; decimal digits. */
  @PrimaryColumn({ type: 'bigint' })
  sourceId!: string;

  /** Its id here. No reference: ids are never used twice. */
  @Column({ type: 'int' })
  taskId!: number;
}
