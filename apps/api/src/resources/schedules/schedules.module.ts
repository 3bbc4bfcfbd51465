import { Module } from '@nestjs/common';
import { ScheduleCalendar } from './schedule-calendar.js';
import { SchedulesController, TemplateSchedulesController } from './schedules.controller.js';
import { SchedulesService } from './schedules.service.js';

@Module({
  controllers: [SchedulesController, TemplateSchedulesController],
  providers: [SchedulesService, ScheduleCalendar],
})
export class SchedulesModule {}
