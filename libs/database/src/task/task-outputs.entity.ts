import type { NamedOutput } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Task } from './task.entity.js';

/** Outputs of the last attempt of a task that published any. */
@Entity('task_outputs')
export class TaskOutputs {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Task, { onDelete: 'CASCADE' })
  taskId!: number;

  /** The attempt that sent them: they count as long as it is the last one. */
  @Column({ type: 'int' })
  attemptId!: number;

  /** By name; a secret one has the value null. `json` keeps the order of members. */
  @Column({ type: 'json' })
  outputs!: NamedOutput[];

  /** Values of the secret ones by name, as JSON, encrypted for `task_outputs:<task>`; null = there are none. */
  @Column({ type: 'text', nullable: true })
  secrets!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
