import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Inventory } from '../inventory/inventory.entity.js';
import { Project } from '../project/project.entity.js';
import { Task } from '../task/task.entity.js';
import { User } from '../user/user.entity.js';

/** A version of the state of a workspace; its bytes are a blob. */
@Entity('terraform_state')
// States that a task wrote, when it is deleted.
@Index('terraform_state_task', ['taskId'], { where: 'task_id is not null' })
// Versions of one workspace, newest first.
@Index('terraform_state_inventory', ['inventoryId', 'id'])
// State that the backend answers; without one the workspace has no state.
@Index('terraform_state_current', ['inventoryId'], { unique: true, where: 'current' })
@Index('terraform_state_project', ['projectId'])
@Index('terraform_state_user', ['userId'], { where: '(user_id IS NOT NULL)' })
export class TerraformState {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Inventory, { onDelete: 'CASCADE' })
  inventoryId!: number;

  /** The task that wrote it. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Task, { onDelete: 'SET NULL' })
  taskId!: number | null;

  /** The person who restored it. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => User, { onDelete: 'SET NULL' })
  userId!: number | null;

  @Column({ type: 'bigint' })
  serial!: string;

  @Column({ type: 'text' })
  lineage!: string;

  /** Bytes before encryption. */
  @Column({ type: 'int' })
  size!: number;

  /** MD5 of the bytes in base64, as the protocol has it. */
  @Column({ type: 'text' })
  md5!: string;

  /** Key of the blob that holds it. */
  @Column({ type: 'text' })
  blob!: string;

  /** Sealed hashes of its resources by their address, to compare the next version with; of the current one alone. */
  @Column({ type: 'text', nullable: true })
  resources!: string | null;

  /** Resources added since the version before; `null` = not counted. */
  @Column({ type: 'int', nullable: true })
  added!: number | null;

  @Column({ type: 'int', nullable: true })
  changed!: number | null;

  @Column({ type: 'int', nullable: true })
  removed!: number | null;

  @Column({ type: 'boolean', default: true })
  current!: boolean;

  /** A task could not save it: it is no version before a person accepts it. */
  @Column({ type: 'boolean', default: false })
  offered!: boolean;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
