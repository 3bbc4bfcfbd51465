import { Injectable } from '@nestjs/common';
import type { ProjectUser } from '@switchyard/contracts';
import { ProjectMember } from '@switchyard/database';
import { UserError } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { AccessChanges } from '../auth/access-changes.js';
import type { Caller, ProjectAccess } from '../auth/caller.js';
import { notFound } from '../http/refusals.js';
import { ActivityLog } from '../project-resources/activity-log.js';
import { sorted, type ListQuery } from '../project-resources/list-query.js';

type Row = ProjectUser & { email: string };

/** Who is in a project. */
@Injectable()
export class MembersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
    private readonly changes: AccessChanges,
  ) {}

  async list({ projectId }: ProjectAccess, query: ListQuery): Promise<ProjectUser[]> {
    const rows = sorted(await this.rows(projectId), query, {
      name: (row) => row.name,
      username: (row) => row.username,
      email: (row) => row.email,
      role: (row) => row.role,
    });
    return rows.map(({ id, username, name, role }) => ({ id, username, name, role }));
  }

  async read(project: ProjectAccess, userId: number): Promise<ProjectUser> {
    const member = (await this.list(project, {})).find(({ id }) => id === userId);
    if (!member) {
      throw notFound();
    }
    return member;
  }

  /** @throws 400 for an owner, who cannot leave (spec resources 6), and 404 for an administrator who is no member */
  async leave(caller: Caller, { projectId, role }: ProjectAccess): Promise<void> {
    if (role === 'owner' && !caller.admin) {
      throw new UserError(400);
    }
    await this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.delete(ProjectMember, { projectId, userId: caller.userId });
      if (!affected) {
        throw notFound();
      }
      const description = `User ${caller.userId} left the project`;
      const activity = { projectId, objectType: 'user', objectId: caller.userId, description } as const;
      await this.activity.record(manager, caller, activity);
    });
    this.changes.publish([caller.userId]);
  }

  private rows(projectId: number): Promise<Row[]> {
    return this.dataSource.query<Row[]>(
      `select u.id, u.username, u.name, u.email, m.role
         from project_member m join "user" u on u.id = m.user_id where m.project_id = $1`,
      [projectId],
    );
  }
}
