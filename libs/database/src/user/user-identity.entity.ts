import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from './user.entity.js';

/** Who a user is at an external provider. */
@Entity('user_identity')
// Identities of one user, and the cascade of a deleted user.
@Index('user_identity_user', ['userId'])
// People of the directory whom it was not asked for the longest.
@Index('user_identity_checked', ['checked'], { where: "provider = 'ldap'" })
export class UserIdentity {
  /** `oidc:` and the provider's id in the settings, or `ldap`. */
  @PrimaryColumn({ type: 'text' })
  provider!: string;

  /** The provider's own name for the person, which never changes hands: claim `sub`, or the entry's id. */
  @PrimaryColumn({ type: 'text' })
  subject!: string;

  @Column({ type: 'int' })
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  /** When its provider was last asked for the person, at a sign-in or by a check. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  checked!: Date;
}
