import { Module } from '@nestjs/common';
import { CurrentUserController } from './current-user.controller.js';
import { CurrentUserService } from './current-user.service.js';
import { OldPassword } from './old-password.js';
import { PasswordChange } from './password-change.js';
import { UserSearch } from './user-search.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [UsersController, CurrentUserController],
  providers: [CurrentUserService, UsersService, UserSearch, OldPassword, PasswordChange],
})
export class UsersModule {}
