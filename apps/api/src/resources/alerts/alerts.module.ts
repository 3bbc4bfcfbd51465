import { Module } from '@nestjs/common';
import { AlertChannelsController } from './alert-channels.controller.js';
import { AlertChannelsService } from './alert-channels.service.js';
import { AlertDeliveries } from './alert-deliveries.js';
import { AlertsController } from './alerts.controller.js';

@Module({
  controllers: [AlertChannelsController, AlertsController],
  providers: [AlertChannelsService, AlertDeliveries],
})
export class AlertsModule {}
