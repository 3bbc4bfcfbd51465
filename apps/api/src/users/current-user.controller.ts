import { Controller, Get, Inject } from '@nestjs/common';
import type { CurrentUser } from '@switchyard/contracts';
import { User } from '@switchyard/database';
import { DataSource } from 'typeorm';
import { SignedIn } from '../auth/access.js';
import { CurrentCaller, type Caller } from '../auth/caller.js';
import type { ApiConfig } from '../config.js';
import { API_CONFIG } from '../infrastructure/tokens.js';
import { mayCreateProjects } from '../projects/project-creation.js';
import { toUser } from './user.mapper.js';

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
    const canCreate = mayCreateProjects(caller, this.config);
    return { ...toUser(row), can_create_project: canCreate, has_active_subscription: true };
  }
}
