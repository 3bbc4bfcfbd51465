import type { Role } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';
import { Project } from './project.entity.js';

/** Membership of a user in a project, with the role held there. */
@Entity('project_member')
// Projects of one user, read at sign-in and by live updates.
@Index('project_member_user', ['userId'])
export class ProjectMember {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  userId!: number;

  @Column({ type: 'text' })
  role!: Role;

  /** The group of a sign-in provider that gives the role, at each sign-in; `null` = given by hand. */
  @Column({ type: 'text', nullable: true })
  byGroup!: string | null;
}
