import { Module } from '@nestjs/common';
import { AccessGrantsController } from './access-grants.controller.js';

@Module({ controllers: [AccessGrantsController] })
export class AccessGrantsModule {}
