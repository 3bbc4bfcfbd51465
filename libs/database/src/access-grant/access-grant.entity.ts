import type { AccessGrantKind } from '@switchyard/contracts';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * Who made something that acts after its maker's session or token has ended. It refers to nothing, because it outlives its
 * maker; it goes with what was made.
 */
@Entity('access_grant')
// Grants that one user made.
@Index('access_grant_user', ['userId', 'id'])
// Grant by which an object was made.
@Index('access_grant_object', ['kind', 'objectId', 'projectId'])
export class AccessGrant {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  kind!: AccessGrantKind;

  /** Id of what was made; of a member that of the user. */
  @Column({ type: 'text' })
  objectId!: string;

  @Column({ type: 'int', nullable: true })
  projectId!: number | null;

  /** `null` = it was made at the command line of the server. */
  @Column({ type: 'int', nullable: true })
  userId!: number | null;

  /** The login at that time. */
  @Column({ type: 'text', default: '' })
  username!: string;

  /** Hash of the API token that made it; `null` = a session did. */
  @Column({ type: 'text', nullable: true })
  tokenId!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
