import { Module } from '@nestjs/common';
import { ExternalUsers } from './external-users.js';

@Module({ providers: [ExternalUsers], exports: [ExternalUsers] })
export class ExternalUsersModule {}
