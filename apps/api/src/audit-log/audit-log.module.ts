import { Module } from '@nestjs/common';
import { AuditLog } from './audit-log.js';
import { AuditLogController } from './audit-log.controller.js';

/** The recorded changes, as pages and as an export for administrators. */
@Module({
  controllers: [AuditLogController],
  providers: [AuditLog],
})
export class AuditLogModule {}
