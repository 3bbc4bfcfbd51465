import { Body, Controller, Get, HttpCode, Inject, Put } from '@nestjs/common';
import { UserOptions, type CurrentUser } from '@switchyard/contracts';
import { User, UserTotp } from '@switchyard/database';
import { DataSource } from 'typeorm';
import { SignedIn } from '../auth/access/access.js';
import { CurrentCaller, type Caller } from '../auth/access/caller.js';
import type { ApiConfig } from '../config.js';
import { API_CONFIG } from '../infrastructure/tokens.js';
import { mayCreateProjects } from '../projects/project-creation.js';
import { toUser, toUserOptions } from './user.mapper.js';

@SignedIn()
@Controller('api/user')
export class CurrentUserController {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Every feature is on as long as there are no subscriptions, so nobody is asked to activate one. */
  @Get()
  async read(@CurrentCaller() caller: Caller): Promise<CurrentUser> {
    const row = await this.dataSource.manager.findOneByOrFail(User, { id: caller.userId });
    const totp = await this.dataSource.manager.findOneBy(UserTotp, { userId: caller.userId });
    const canCreate = mayCreateProjects(caller, this.config);
    const options = toUserOptions(row);
    return { ...toUser(row, totp), can_create_project: canCreate, has_active_subscription: true, options };
  }

  /** What the user chose for the console, for every browser he uses. */
  @Put('options')
  @HttpCode(204)
  async setOptions(
    @CurrentCaller() caller: Caller,
    @Body({ schema: UserOptions }) { language, theme }: UserOptions,
  ): Promise<void> {
    await this.dataSource.manager.update(User, { id: caller.userId }, { language, theme });
  }
}
