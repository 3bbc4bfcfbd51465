import { Inject, Injectable } from '@nestjs/common';
import type { CurrentUser, OwnRole, UserOption, UserOptions } from '@switchyard/contracts';
import type { User } from '@switchyard/database';
import type { Entitlements } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG, ENTITLEMENTS } from '../../platform/infrastructure/tokens.js';
import { mayCreateProjects } from '../../auth/access/project-creation.js';
import { toUser, toUserOptions } from './user.mapper.js';
import { findRoles, findTotp, getUser, updateUser } from './user.repository.js';

/** The signed-in user's own account. */
@Injectable()
export class CurrentUserService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
    @Inject(ENTITLEMENTS) private readonly entitlements: Entitlements,
  ) {}

  /** Nobody is a Pro user without an active subscription. */
  async read(caller: Caller): Promise<CurrentUser> {
    const row = await this.find(caller);
    const totp = await findTotp(this.dataSource.manager, caller.userId);
    const canCreate = mayCreateProjects(caller, this.config);
    const options = toUserOptions(row);
    const isSubscribed = await this.entitlements.isSubscribed();
    const user = toUser(row, totp);
    return {
      ...user,
      pro: user.pro && isSubscribed,
      can_create_project: canCreate,
      has_active_subscription: isSubscribed,
      options,
    };
  }

  /** By project id. */
  roles({ userId }: Caller): Promise<OwnRole[]> {
    return findRoles(this.dataSource.manager, userId);
  }

  /** Choices of the user for the console, the same in each of their browsers. */
  async options(caller: Caller): Promise<UserOptions> {
    return toUserOptions(await this.find(caller));
  }

  async setOptions({ userId }: Caller, { language, theme }: UserOptions): Promise<void> {
    await updateUser(this.dataSource.manager, userId, { language, theme });
  }

  async setOption({ userId }: Caller, option: UserOption): Promise<UserOption> {
    await updateUser(this.dataSource.manager, userId, { [option.key]: option.value });
    return option;
  }

  private find({ userId }: Caller): Promise<User> {
    return getUser(this.dataSource.manager, userId);
  }
}
