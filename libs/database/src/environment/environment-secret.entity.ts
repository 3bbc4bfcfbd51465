import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Environment } from './environment.entity.js';

/** A secret value of an environment: an extra variable (`var`) or an environment variable (`env`). */
@Entity('environment_secret')
// Secrets of one environment; a name is used once per kind. A change of several may wait with that for its end.
@Unique('environment_secret_name_key', ['environmentId', 'type', 'name'], { deferrable: 'INITIALLY IMMEDIATE' })
export class EnvironmentSecret {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Environment, { onDelete: 'CASCADE' })
  environmentId!: number;

  @Column({ type: 'text' })
  type!: 'var' | 'env';

  @Column({ type: 'text' })
  name!: string;

  /** Ciphertext of the value; of nothing where a vault keeps it. */
  @Column({ type: 'text' })
  secret!: string;

  /** Where a vault keeps the value; null = it is here. */
  @Column({ type: 'text', nullable: true })
  vaultReference!: string | null;
}
