import { Module } from '@nestjs/common';
import { AuditRetention } from './audit-retention.js';
import { DecisionExpiry } from './decision-expiry.js';
import { TaskRetention } from './task-retention.js';

/** What the clock does: plans nobody decides about, tasks and audit records nobody needs any more. */
@Module({ providers: [AuditRetention, DecisionExpiry, TaskRetention] })
export class MaintenanceModule {}
