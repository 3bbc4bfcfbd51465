import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { User } from './user.entity.js';

/** An account at a forge whose comments act with the rights of a user, as they have linked it. */
@Entity('user_forge_account')
@Index('user_forge_account_user', ['userId', 'host', 'account'], { unique: true })
// Who has linked the author of a comment.
@Index('user_forge_account_account', ['host', 'account'])
export class UserForgeAccount {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  /** Host of the forge and its port, in lower case. */
  @Column({ type: 'text' })
  host!: string;

  /** Id or login, in lower case. */
  @Column({ type: 'text' })
  account!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
