import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** A browser session. Only the hash of the cookie's secret is stored. */
@Entity('session')
// Sessions of one user: sign-out everywhere, and the cascade of a deleted user.
@Index('session_by_user', ['userId'])
// Cleanup of sessions that were not used for a long time.
@Index('session_last_active', ['lastActive'])
export class Session {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  /** `null` while a code is awaited for an email that no user has. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  userId!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  lastActive!: Date;

  @Column({ type: 'text', default: '' })
  ip!: string;

  @Column({ type: 'text', default: '' })
  userAgent!: string;

  @Column({ type: 'boolean', default: false })
  expired!: boolean;

  /** When the user last proved who he is: at the sign-in, or by a confirmation later. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  provedAt!: Date;

  /** Second factor that is outstanding, or was given last: 0 none, 1 TOTP, 2 e-mail code. */
  @Column({ type: 'smallint', default: 0 })
  verificationMethod!: number;

  /** False while a second factor is outstanding. */
  @Column({ type: 'boolean', default: true })
  verified!: boolean;

  /** When the second factor was given; `null` = none was, or none is needed. */
  @Column({ type: 'timestamptz', nullable: true })
  verifiedAt!: Date | null;
}
