import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { Clock } from './clock.js';
import { DutyTable } from './duty-table.js';

/** Repeats every duty of the dispatcher. */
@Module({
  imports: [ScheduleModule.forRoot(), DispatchModule],
  providers: [DutyTable, Clock],
  exports: [Clock],
})
export class ClockModule {}
