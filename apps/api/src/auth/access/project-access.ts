import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ALL_PERMISSIONS, ROLE_PERMISSIONS } from '@switchyard/contracts';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { AccessChanges } from './access-changes.js';
import { badRequest } from '../../platform/http/refusals.js';
import type { Caller, ProjectAccess } from './caller.js';
import { findRole, managesSubscription, projectExists } from './project-access.repository.js';
import { RoleCache } from './role-cache.js';

/** Projects whose type is remembered; it never changes. */
const MAX_TYPES = 10_000;

/**
 * Reads the rights of a caller in a project. A member's role is remembered for at most a second, and forgotten at once when it
 * changes anywhere in the installation.
 */
@Injectable()
export class ProjectAccessReader implements OnModuleDestroy {
  private readonly roles = new RoleCache();
  /** Whether a project runs no tasks, by its id. */
  private readonly withoutTasks = new LRUCache<number, boolean>({ max: MAX_TYPES });
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
  async read({ userId, admin }: Pick<Caller, 'userId' | 'admin'>, projectId: number): Promise<ProjectAccess | null> {
    const { manager } = this.dataSource;
    const role = await this.roles.through(userId, projectId, () => findRole(manager, userId, projectId));
    if (role === null && !(admin && (await projectExists(manager, projectId)))) {
      return null;
    }
    const permissions = admin || role === null ? ALL_PERMISSIONS : ROLE_PERMISSIONS[role];
    return { projectId, role: role ?? '', permissions };
  }

  /** @throws 400 when the project manages a subscription: nothing that serves tasks is made there */
  async requireTasks(projectId: number): Promise<void> {
    const isWithout =
      this.withoutTasks.get(projectId) ?? (await managesSubscription(this.dataSource.manager, projectId));
    this.withoutTasks.set(projectId, isWithout);
    if (isWithout) {
      throw badRequest('project_without_tasks');
    }
  }
}
