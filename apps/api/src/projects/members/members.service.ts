import { Injectable } from '@nestjs/common';
import {
  type ActivityCode,
  activity,
  type MemberInput,
  type MemberUpdate,
  type ProjectUser,
} from '@switchyard/contracts';
import { ProjectMember } from '@switchyard/database';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../../auth/access/access-changes.js';
import type { Caller, ProjectAccess } from '../../auth/access/caller.js';
import { badRequest, notFound, refusal } from '../../platform/http/refusals.js';
import { endLinksUnlessMaker } from '../../tasks/log-links/log-link.repository.js';
import { ActivityLog } from '../../resources/shared/activity-log.js';
import { sorted, type ListQuery } from '../../platform/http/list-query.js';
import { deleteMember, findMembers, getMember, insertMember, storeRole } from './member.repository.js';
import { TierSeats } from './tier-seats.js';
import { lockMember, requireAnotherOwner, requireByHand, requireSomebodyElse } from './member-rules.js';

type MemberActivity = Extract<ActivityCode, `user_${string}`>;

/** Who is in a project, and as what. */
@Injectable()
export class MembersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
    private readonly changes: AccessChanges,
    private readonly seats: TierSeats,
  ) {}

  async list({ projectId }: ProjectAccess, query: ListQuery): Promise<ProjectUser[]> {
    const rows = sorted(await findMembers(this.dataSource.manager, projectId), query, {
      name: (row) => row.name,
      username: (row) => row.username,
      email: (row) => row.email,
      role: (row) => row.role,
    });
    return rows.map(({ email: _, ...member }) => member);
  }

  async read(project: ProjectAccess, userId: number): Promise<ProjectUser> {
    const member = (await this.list(project, {})).find(({ id }) => id === userId);
    if (!member) {
      throw notFound();
    }
    return member;
  }

  /** @throws 400 for an owner, who cannot leave unless an administrator beside another owner, and 404 for who is no member */
  async leave(caller: Caller, { projectId, role }: ProjectAccess): Promise<void> {
    if (role === 'owner' && !caller.admin) {
      throw badRequest('owner_needs_other');
    }
    await this.dataSource.transaction(async (manager) => {
      const before = await lockMember(manager, projectId, caller.userId);
      await requireAnotherOwner(manager, before);
      await deleteMember(manager, projectId, caller.userId);
      await endLinksUnlessMaker(manager, { projectId, userId: caller.userId, role: null });
      await this.record(manager, caller, 'user_left', before, null);
    });
    this.changes.publish([caller.userId]);
  }

  /** @throws 409 when there is no such user, he is a member already, or the tier has no seat for him */
  async add(caller: Caller, { projectId }: ProjectAccess, { user_id: userId, role }: MemberInput): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.seats.require(manager, projectId, null, role);
      if (!(await insertMember(manager, { projectId, userId, role }))) {
        throw refusal(409, 'member_exists');
      }
      const after = await getMember(manager, projectId, userId);
      await this.record(manager, caller, `user_became_${role}`, null, after);
    });
    this.changes.publish([userId]);
  }

  /**
   * @throws 404, 409 when a group gives the role or the tier has no seat for it, and 400 when an owner who is no administrator changes himself or the
   * last owner would be none
   */
  async change(caller: Caller, { projectId }: ProjectAccess, userId: number, { role }: MemberUpdate): Promise<void> {
    requireSomebodyElse(caller, userId);
    await this.dataSource.transaction(async (manager) => {
      const before = await lockMember(manager, projectId, userId);
      requireByHand(before);
      if (role !== 'owner') {
        await requireAnotherOwner(manager, before);
      }
      await this.seats.require(manager, projectId, before.role, role);
      await storeRole(manager, { ...before, role });
      await endLinksUnlessMaker(manager, { projectId, userId, role });
      await this.record(manager, caller, `user_became_${role}`, before, { ...before, role });
    });
    this.changes.publish([userId]);
  }

  /** @throws 404, and 400 as `change` */
  async remove(caller: Caller, { projectId }: ProjectAccess, userId: number): Promise<void> {
    requireSomebodyElse(caller, userId);
    await this.dataSource.transaction(async (manager) => {
      const before = await lockMember(manager, projectId, userId);
      await requireAnotherOwner(manager, before);
      await deleteMember(manager, projectId, userId);
      await endLinksUnlessMaker(manager, { projectId, userId, role: null });
      await this.record(manager, caller, 'user_removed', before, null);
    });
    this.changes.publish([userId]);
  }

  private async record(
    manager: EntityManager,
    caller: Caller,
    code: MemberActivity,
    before: ProjectMember | null,
    after: ProjectMember | null,
  ): Promise<void> {
    const row = after ?? before;
    if (row) {
      const { projectId, userId: objectId } = row;
      const done = activity(code, { id: objectId });
      const entry = { projectId, objectType: 'user', objectId, activity: done } as const;
      await this.activity.record(manager, caller, entry, { entity: ProjectMember, before, after });
    }
  }
}
