import { Module } from '@nestjs/common';
import { CurrentUserController } from './current-user.controller.js';
import { PasswordChange } from './password-change.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({ controllers: [UsersController, CurrentUserController], providers: [UsersService, PasswordChange] })
export class UsersModule {}
