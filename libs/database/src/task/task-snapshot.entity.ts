import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';
import { Task } from './task.entity.js';

/** Settings that a task really ran with, without secrets. The text of its inventory is kept once per content. */
@Entity('task_snapshot')
// Which contents are still needed.
@Index('task_snapshot_inventory', ['projectId', 'inventorySha256'], { where: '(inventory_sha256 IS NOT NULL)' })
export class TaskSnapshot {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Task, { onDelete: 'CASCADE' })
  taskId!: number;

  @Column({ type: 'int' })
  projectId!: number;

  /** Members of the contract's `TaskSnapshot` except the inventory's text. */
  @Column({ type: 'jsonb' })
  snapshot!: Record<string, unknown>;

  @Column({ type: 'text', nullable: true })
  inventorySha256!: string | null;

  /** Program and arguments of the last command, masked. */
  @Column({ type: 'jsonb', nullable: true })
  command!: string[] | null;

  @Column({ type: 'text', nullable: true })
  toolVersion!: string | null;

  /** Digest of the container image that its tool ran in. */
  @Column({ type: 'text', nullable: true })
  imageDigest!: string | null;
}

/** Text of an inventory as a task ran with it, once per content and project. */
@Entity('inventory_content')
export class InventoryContent {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  /** SHA-256 of the text in lower-case hex. */
  @PrimaryColumn({ type: 'text' })
  sha256!: string;

  @Column({ type: 'text' })
  content!: string;
}
