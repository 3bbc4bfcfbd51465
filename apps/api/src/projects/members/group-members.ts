import { Inject, Injectable } from '@nestjs/common';
import { activity } from '@switchyard/contracts';
import { ProjectMember } from '@switchyard/database';
import { type Logger, UserError } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import { holdProject } from '../../platform/database/project-row.repository.js';
import { LOGGER } from '../../platform/infrastructure/tokens.js';
import { ActivityLog } from '../../resources/shared/activity-log.js';
import { endLinksUnlessMaker } from '../../tasks/log-links/log-link.repository.js';
import type { Given, GivenRole } from './group-grants.js';
import { requireAnotherOwner } from './member-rules.js';
import {
  deleteMember,
  findMemberships,
  getMember,
  insertMember,
  lockMemberRow,
  lockOwners,
  storeRole,
} from './member.repository.js';
import { TierSeats } from './tier-seats.js';

/** Keeps the memberships that groups give in step with the groups. Those given by hand stay as they are. */
@Injectable()
export class GroupMembers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
    private readonly seats: TierSeats,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** True when there was something to change. What a project refuses, such as to lose its last owner, stays out and is logged. */
  async keepInStep(userId: number, roles: Given['roles']): Promise<boolean> {
    const members = await findMemberships(this.dataSource.manager, userId);
    const known = new Map(members.map((member) => [member.projectId, member]));
    const ended = members.filter(({ projectId, byGroup }) => byGroup !== null && !roles.has(projectId));
    const moved = [...roles].filter(([id, given]) => differs(known.get(id), given)).map(([id]) => id);
    const projectIds = [...ended.map(({ projectId }) => projectId), ...moved].sort((one, other) => one - other);
    for (const projectId of projectIds) {
      await this.tried(projectId, userId, roles.get(projectId) ?? null);
    }
    return projectIds.length > 0;
  }

  private async tried(projectId: number, userId: number, given: GivenRole | null): Promise<void> {
    try {
      await this.dataSource.transaction((manager) => this.change(manager, { projectId, userId, given }));
    } catch (error) {
      if (!(error instanceof UserError)) {
        throw error;
      }
      this.logger.warn({ err: error, projectId, userId }, 'The project refused what a group gives');
    }
  }

  private async change(
    manager: EntityManager,
    { projectId, userId, given }: { projectId: number; userId: number; given: GivenRole | null },
  ): Promise<void> {
    await holdProject(manager, projectId);
    await lockOwners(manager, projectId);
    const before = await lockMemberRow(manager, projectId, userId);
    if (before?.byGroup === null) {
      return;
    }
    if (before && given?.role !== 'owner') {
      await requireAnotherOwner(manager, before);
    }
    const after = given && (await this.store(manager, { projectId, userId, ...given }, before));
    await (before && !given && deleteMember(manager, projectId, userId));
    await endLinksUnlessMaker(manager, { projectId, userId, role: given?.role ?? null });
    await this.record(manager, before, after);
  }

  private async store(
    manager: EntityManager,
    wanted: ProjectMember,
    before: ProjectMember | null,
  ): Promise<ProjectMember> {
    await this.seats.require(manager, wanted.projectId, before?.role ?? null, wanted.role);
    await (before ? storeRole(manager, wanted) : insertMember(manager, wanted));
    return getMember(manager, wanted.projectId, wanted.userId);
  }

  private async record(
    manager: EntityManager,
    before: ProjectMember | null,
    after: ProjectMember | null,
  ): Promise<void> {
    const row = after ?? before;
    if (row) {
      const { projectId, userId: objectId } = row;
      const done = activity(after ? `user_became_${after.role}` : 'user_removed', { id: objectId });
      const entry = { projectId, objectType: 'user', objectId, activity: done } as const;
      await this.activity.record(manager, { userId: null }, entry, { entity: ProjectMember, before, after });
    }
  }
}

const differs = (member: ProjectMember | undefined, { role, byGroup }: GivenRole): boolean =>
  !member || (member.byGroup !== null && (member.role !== role || member.byGroup !== byGroup));
