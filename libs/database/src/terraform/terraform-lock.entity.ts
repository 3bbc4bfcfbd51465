import type { TerraformLockInfo } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Attempt } from '../attempt/attempt.entity.js';
import { Inventory } from '../inventory/inventory.entity.js';
import { TerraformAlias } from './terraform-alias.entity.js';

/**
 * The lock of a workspace. That of an attempt counts as long as the attempt is alive, and after the loss of its runner until that
 * has answered.
 */
@Entity('terraform_lock')
@Index('terraform_lock_attempt', ['attemptId'], { where: '(attempt_id IS NOT NULL)' })
@Index('terraform_lock_alias', ['aliasId'], { where: '(alias_id IS NOT NULL)' })
export class TerraformLock {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Inventory, { onDelete: 'CASCADE' })
  inventoryId!: number;

  /** Id that the holder sends with every write. */
  @Column({ type: 'text' })
  lockId!: string;

  @Column({ type: 'jsonb' })
  info!: TerraformLockInfo;

  /** The attempt that holds it; `null` = it was taken by an alias. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Attempt, { onDelete: 'CASCADE' })
  attemptId!: number | null;

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => TerraformAlias, { onDelete: 'SET NULL' })
  aliasId!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
