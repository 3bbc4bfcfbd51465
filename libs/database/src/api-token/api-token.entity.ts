import type { TokenScope } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** A bearer token of a user. Only its hash is stored, and its beginning for display. */
@Entity('api_token')
// Tokens of one user, newest first, and the cascade of a deleted user.
@Index('api_token_user', ['userId', 'created'])
// Tokens that end with another one.
@Index('api_token_made_by', ['madeBy'])
export class ApiToken {
  /** SHA-256 of the token in lower-case hex. */
  @PrimaryColumn({ type: 'text' })
  id!: string;

  /** First 8 characters of the token. */
  @Column({ type: 'text' })
  prefix!: string;

  @Column({ type: 'int' })
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  /** Name that its user gave it. */
  @Column({ type: 'text', default: '' })
  name!: string;

  /** When it ends by itself; `null` = never. */
  @Column({ type: 'timestamptz', nullable: true })
  expires!: Date | null;

  /** The token whose holder made this one, which ends with it; `null` = a session made it. */
  @Column({ type: 'text', nullable: true })
  @ForeignKey(() => ApiToken, { onDelete: 'CASCADE' })
  madeBy!: string | null;

  /** Its extra rights. */
  @Column({ type: 'jsonb', default: [] })
  scopes!: TokenScope[];

  /** When a request last came with it, to the minute; `null` = never, or before this was noted. */
  @Column({ type: 'timestamptz', nullable: true })
  lastUsed!: Date | null;

  /** The address of the client that used it then. */
  @Column({ type: 'text', nullable: true })
  lastUsedFrom!: string | null;

  /** Ended by its user, or by a password change. */
  @Column({ type: 'boolean', default: false })
  expired!: boolean;
}
