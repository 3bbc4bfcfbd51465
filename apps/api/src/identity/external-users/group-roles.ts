import { Inject, Injectable } from '@nestjs/common';
import { User } from '@switchyard/database';
import type { Logger } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../../auth/access/access-changes.js';
import { AuditTrail } from '../../auth/audit/audit-trail.js';
import { attributeAudit } from '../../auth/audit/audit-scope.js';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG, LOGGER } from '../../platform/infrastructure/tokens.js';
import { type ConfirmedGroups, givenBy, MAX_GROUPS } from '../../projects/members/group-grants.js';
import { GroupMembers } from '../../projects/members/group-members.js';
import { findProjectIds } from '../../projects/members/member.repository.js';
import { findUser, lockAdmins, lockUser, updateUser } from '../users/user.repository.js';

/** Gives people what their groups give (`SWITCHYARD_AUTH_GROUP_ROLES`), at each sign-in (ADR 0108). */
@Injectable()
export class GroupRoles {
  constructor(
    private readonly dataSource: DataSource,
    private readonly members: GroupMembers,
    private readonly audit: AuditTrail,
    private readonly changes: AccessChanges,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether the provider names groups that cannot all be read, where they count. @param groups `null` = too many to name */
  areTooMany(provider: string, groups: readonly string[] | null): boolean {
    const tooMany = groups === null || groups.length > MAX_GROUPS;
    const count = this.config.SWITCHYARD_AUTH_GROUP_ROLES.some((grant) => grant.provider === provider);
    if (tooMany && count) {
      this.logger.warn({ provider, max: MAX_GROUPS }, 'A person has more groups than a sign-in takes, and is refused');
    }
    return tooMany && count;
  }

  /** Adds, changes and removes what groups give; what was given by hand stays. */
  async keepInStep(userId: number, confirmed: ConfirmedGroups): Promise<void> {
    attributeAudit(userId);
    const projectIds = await findProjectIds(this.dataSource.manager);
    const { roles, admin } = givenBy(this.config.SWITCHYARD_AUTH_GROUP_ROLES, confirmed, projectIds);
    const isMoved = await this.members.keepInStep(userId, roles);
    if ((await this.keepRank(userId, admin)) || isMoved) {
      this.changes.publish([userId]);
    }
  }

  private async keepRank(id: number, byGroup: string | null): Promise<boolean> {
    const known = await findUser(this.dataSource.manager, id);
    return isToChange(known, byGroup) && this.dataSource.transaction((manager) => this.setRank(manager, id, byGroup));
  }

  private async setRank(manager: EntityManager, id: number, byGroup: string | null): Promise<boolean> {
    const admins = await lockAdmins(manager);
    const before = await lockUser(manager, id);
    if (!isToChange(before, byGroup)) {
      return false;
    }
    if (byGroup === null && admins.length < 2) {
      this.logger.warn({ userId: id }, 'The last administrator stays one, although no group gives it any more');
      return false;
    }
    const rank = { admin: byGroup !== null, adminByGroup: byGroup };
    await updateUser(manager, id, rank);
    const after = { ...before, ...rank };
    await this.audit.record(manager, { entity: User, objectType: 'user', objectId: id, before, after });
    return true;
  }
}

/** An administrator by hand stays one. */
const isToChange = (user: User | null, byGroup: string | null): user is User =>
  user !== null && user.adminByGroup !== byGroup && (!user.admin || user.adminByGroup !== null);
