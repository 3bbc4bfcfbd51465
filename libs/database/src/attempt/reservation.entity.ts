import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Runner } from '../runner/runner.entity.js';

/**
 * An attempt that a runner prepares while its slots are busy. Only a drain writes it. The task keeps waiting, and nobody has to look here:
 * a reservation is worth something only together with its task and runner (`reservationHolds`).
 */
@Entity('reservation')
// Tasks that a runner may prepare, read at each of its polls and each drain.
@Index('reservation_runner', ['runnerId'])
export class Reservation {
  /** Without a reference: a drain, which has tasks locked, must not wait for who deletes this one. */
  @PrimaryColumn({ type: 'int' })
  taskId!: number;

  /** Id of the attempt to come. */
  @PrimaryColumn({ type: 'int' })
  attemptId!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Runner, { onDelete: 'CASCADE' })
  runnerId!: number;

  /** Lease of the attempt to come. */
  @Column({ type: 'uuid' })
  leaseId!: string;

  @Column({ type: 'timestamptz' })
  until!: Date;
}
