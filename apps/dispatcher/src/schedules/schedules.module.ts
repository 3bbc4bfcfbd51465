import { Module } from '@nestjs/common';
import { Schedules } from './schedules.js';

/** Starts the tasks of schedules. */
@Module({ providers: [Schedules], exports: [Schedules] })
export class SchedulesModule {}
