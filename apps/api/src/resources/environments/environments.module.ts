import { Module } from '@nestjs/common';
import { VaultModule } from '../vault/vault.module.js';
import { EnvironmentsController } from './environments.controller.js';
import { EnvironmentsService } from './environments.service.js';
import { SecretChanges } from './secret-changes.js';

@Module({
  imports: [VaultModule],
  controllers: [EnvironmentsController],
  providers: [EnvironmentsService, SecretChanges],
})
export class EnvironmentsModule {}
