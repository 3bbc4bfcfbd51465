import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { User } from './user.entity.js';

/** An authenticator that counts for nothing until its first code was taken, which makes a {@link UserTotp} of it. */
@Entity('pending_totp')
@Index('pending_totp_user_key', ['userId'], { unique: true })
export class PendingTotp {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  /** As that of the authenticator it becomes. */
  @Column({ type: 'text' })
  secretEncrypted!: string;
}
