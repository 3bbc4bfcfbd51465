import type { SentActivity } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';

/** An entry of the activity log. */
@Entity('event')
// Activity of one project, newest first; of one kind of objects, tasks being most of them; of one person.
@Index('event_project', ['projectId', 'created', 'id'])
@Index('event_object', ['projectId', 'objectType', 'created', 'id'], { where: `(object_type <> 'task'::text)` })
@Index('event_user', ['projectId', 'userId', 'created', 'id', 'objectType'], { where: '(user_id IS NOT NULL)' })
export class Event {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** Whose event it is; the id outlives the person. */
  @Column({ type: 'int', nullable: true })
  userId!: number | null;

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number | null;

  @Column({ type: 'int', nullable: true })
  integrationId!: number | null;

  /** `task`, `template`, `key`, … */
  @Column({ type: 'text', nullable: true })
  objectType!: string | null;

  @Column({ type: 'int', nullable: true })
  objectId!: number | null;

  /** Description, as an English sentence. */
  @Column({ type: 'text', nullable: true })
  description!: string | null;

  /** The same as a code; `null` for an entry of an older version. */
  @Column({ type: 'jsonb', nullable: true })
  activity!: SentActivity | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}
