import type { MeasuredCaches } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Runner } from './runner.entity.js';

/** What the caches of a runner hold. Not in its own row, which changes every few seconds. */
@Entity('runner_caches')
export class RunnerCachesReport {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Runner, { onDelete: 'CASCADE' })
  runnerId!: number;

  /** When it was reported last. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  measured!: Date;

  /** As the runner reported it: projects in it need not exist, or be any of its own. */
  @Column({ type: 'jsonb' })
  report!: MeasuredCaches;
}
