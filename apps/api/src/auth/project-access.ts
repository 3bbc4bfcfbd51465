import { Injectable } from '@nestjs/common';
import { ALL_PERMISSIONS, ROLE_PERMISSIONS, type Role } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import type { Caller, ProjectAccess } from './caller.js';

/** What a caller may do in a project. */
@Injectable()
export class ProjectAccessReader {
  constructor(private readonly dataSource: DataSource) {}

  /** `null` when there is no such project, or the caller is neither a member nor an administrator. */
  async read(caller: Caller, projectId: number): Promise<ProjectAccess | null> {
    const [row] = await this.dataSource.query<{ role: Role | null }[]>(
      `select m.role from project p
         left join project_member m on m.project_id = p.id and m.user_id = $2
        where p.id = $1`,
      [projectId, caller.userId],
    );
    if (!row || (row.role === null && !caller.admin)) {
      return null;
    }
    const permissions = caller.admin || row.role === null ? ALL_PERMISSIONS : ROLE_PERMISSIONS[row.role];
    return { projectId, role: row.role ?? '', permissions };
  }
}
