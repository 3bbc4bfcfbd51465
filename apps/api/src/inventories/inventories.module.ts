import { Module } from '@nestjs/common';
import { InventoriesController } from './inventories.controller.js';
import { InventoriesService } from './inventories.service.js';

@Module({ controllers: [InventoriesController], providers: [InventoriesService] })
export class InventoriesModule {}
