import { Module } from '@nestjs/common';
import { AppRegistry } from './app-registry.js';
import { AppsController } from './apps.controller.js';
import { AppsService } from './apps.service.js';

@Module({ controllers: [AppsController], providers: [AppRegistry, AppsService], exports: [AppRegistry] })
export class AppsModule {}
