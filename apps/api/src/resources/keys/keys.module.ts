import { Module } from '@nestjs/common';
import { KeysController } from './keys.controller.js';
import { VaultModule } from '../vault/vault.module.js';
import { KeysService } from './keys.service.js';

@Module({ imports: [VaultModule], controllers: [KeysController], providers: [KeysService] })
export class KeysModule {}
