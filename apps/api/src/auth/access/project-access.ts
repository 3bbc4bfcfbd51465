import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ALL_PERMISSIONS, ROLE_PERMISSIONS, type Role } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import { AccessChanges } from './access-changes.js';
import type { Caller, ProjectAccess } from './caller.js';
import { RoleCache } from './role-cache.js';

/**
 * What a caller may do in a project. A member's role is remembered for at most a second, and forgotten at once when it
 * changes anywhere in the installation.
 */
@Injectable()
export class ProjectAccessReader implements OnModuleDestroy {
  private readonly roles = new RoleCache();
  private readonly stopListening: () => void;

  constructor(
    private readonly dataSource: DataSource,
    changes: AccessChanges,
  ) {
    this.stopListening = changes.onChange((userIds) => this.roles.forget(userIds));
  }

  onModuleDestroy(): void {
    this.stopListening();
  }

  /** `null` when there is no such project, or the caller is neither a member nor an administrator. */
  async read({ userId, admin }: Caller, projectId: number): Promise<ProjectAccess | null> {
    const role = await this.roles.through(userId, projectId, () => this.loadRole(userId, projectId));
    if (role === null && !(admin && (await this.exists(projectId)))) {
      return null;
    }
    const permissions = admin || role === null ? ALL_PERMISSIONS : ROLE_PERMISSIONS[role];
    return { projectId, role: role ?? '', permissions };
  }

  private async loadRole(userId: number, projectId: number): Promise<Role | null> {
    const [row] = await this.dataSource.query<{ role: Role }[]>(
      'select role from project_member where project_id = $1 and user_id = $2',
      [projectId, userId],
    );
    return row?.role ?? null;
  }

  private async exists(projectId: number): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>('select 1 from project where id = $1', [projectId]);
    return rows.length > 0;
  }
}
