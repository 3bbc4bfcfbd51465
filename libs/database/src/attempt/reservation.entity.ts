import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Runner } from '../runner/runner.entity.js';

/**
 * The attempt that a runner prepares while its slots are busy. Only a drain writes it. The task keeps waiting, and nobody has to look here:
 * a reservation is worth something only together with its task and runner (`reservationHolds`).
 */
@Entity('reservation')
export class Reservation {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Runner, { onDelete: 'CASCADE' })
  runnerId!: number;

  /** Without a reference: a drain, which has tasks locked, must not wait for who deletes this one. */
  @Column({ type: 'int' })
  taskId!: number;

  /** Id of the attempt to come. */
  @Column({ type: 'int' })
  attemptId!: number;

  /** Lease of the attempt to come. */
  @Column({ type: 'uuid' })
  leaseId!: string;

  @Column({ type: 'timestamptz' })
  until!: Date;
}
