import type { AuditOutcome, AuditValues } from '@switchyard/contracts';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * One thing that somebody did. It refers to nothing: it outlives the user, the project and the object that it names.
 * No secret ever stands in it.
 */
@Entity('audit')
// Pages and exports of a time, and the removal of what is too old.
@Index('audit_at', ['at', 'id'])
// Actions of one user.
@Index('audit_user', ['userId', 'at', 'id'])
// Actions in one project.
@Index('audit_project', ['projectId', 'at', 'id'])
// One kind of action, and the list of all.
@Index('audit_action', ['action', 'at', 'id'])
// Actions from one address.
@Index('audit_ip', ['ip', 'at', 'id'])
// The few that were refused or failed.
@Index('audit_trouble', ['outcome', 'at', 'id'], { where: "(outcome <> 'done'::text)" })
export class Audit {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  at!: Date;

  /** `null`: nobody is known, or it was done at the command line of the server. */
  @Column({ type: 'int', nullable: true })
  userId!: number | null;

  /** The login at that time. */
  @Column({ type: 'text', default: '' })
  username!: string;

  @Column({ type: 'text', default: '' })
  ip!: string;

  @Column({ type: 'text', default: '' })
  userAgent!: string;

  /** `<resource>.<verb>`. */
  @Column({ type: 'text' })
  action!: string;

  @Column({ type: 'text', default: '' })
  objectType!: string;

  @Column({ type: 'text', nullable: true })
  objectId!: string | null;

  @Column({ type: 'int', nullable: true })
  projectId!: number | null;

  @Column({ type: 'jsonb', nullable: true })
  before!: AuditValues | null;

  @Column({ type: 'jsonb', nullable: true })
  after!: AuditValues | null;

  @Column({ type: 'text', default: 'done' })
  outcome!: AuditOutcome;
}
