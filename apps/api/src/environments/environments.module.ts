import { Module } from '@nestjs/common';
import { EnvironmentsController } from './environments.controller.js';
import { EnvironmentsService } from './environments.service.js';
import { SecretChanges } from './secret-changes.js';

@Module({ controllers: [EnvironmentsController], providers: [EnvironmentsService, SecretChanges] })
export class EnvironmentsModule {}
