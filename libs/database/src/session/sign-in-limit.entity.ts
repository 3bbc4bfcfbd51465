import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Counters that limit sign-ins, shared by all replicas. Unlogged: a crash of the database empties it, which forgives.
 */
@Entity('sign_in_limit')
// Cleanup of what is over.
@Index('sign_in_limit_until', ['until'])
export class SignInLimit {
  /** Key of the counter, with a hash instead of names and addresses. */
  @PrimaryColumn({ type: 'text' })
  key!: string;

  /** When the last of the tries taken so far has grown back; for a mark, when it ends. */
  @Column({ type: 'timestamptz' })
  until!: Date;
}
