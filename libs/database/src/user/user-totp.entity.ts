import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { User } from './user.entity.js';

/** The authenticator of a user: time-based one-time passwords (RFC 6238). */
@Entity('user_totp')
@Index('user_totp_user_key', ['userId'], { unique: true })
export class UserTotp {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  /** The shared secret in base32, encrypted at rest. */
  @Column({ type: 'text' })
  secretEncrypted!: string;

  /** SHA-256 of the recovery code; `null` = made while recovery was not allowed. */
  @Column({ type: 'text', nullable: true })
  recoveryHash!: string | null;

  /** The 30-second step of the newest code that was taken; no code of it or an earlier step is good again. */
  @Column({ type: 'bigint', default: 0 })
  lastStep!: string;
}
