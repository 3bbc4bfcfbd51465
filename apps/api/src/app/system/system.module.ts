import { Module } from '@nestjs/common';
import { OptionsController } from './options.controller.js';
import { OptionsService } from './options.service.js';
import { SystemController } from './system.controller.js';
import { SystemService } from './system.service.js';

@Module({ controllers: [OptionsController, SystemController], providers: [OptionsService, SystemService] })
export class SystemModule {}
