import { Module } from '@nestjs/common';
import { DecisionExpiry } from './decision-expiry.js';
import { TaskRetention } from './task-retention.js';

/** What the clock does with tasks: plans nobody decides about, and tasks nobody needs any more. */
@Module({ providers: [DecisionExpiry, TaskRetention] })
export class MaintenanceModule {}
