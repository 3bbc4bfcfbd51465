import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { FeedsModule } from '../feeds/feeds.module.js';
import { RemovalsModule } from '../removals/removals.module.js';
import { SchedulesModule } from '../schedules/schedules.module.js';
import { Clock } from './clock.js';
import { DutyTable } from './duty-table.js';

/** Repeats every duty of the dispatcher. */
@Module({
  imports: [ScheduleModule.forRoot(), DispatchModule, DeliveriesModule, SchedulesModule, FeedsModule, RemovalsModule],
  providers: [DutyTable, Clock],
  exports: [Clock],
})
export class ClockModule {}
