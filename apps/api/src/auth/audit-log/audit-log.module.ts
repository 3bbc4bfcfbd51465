import { Module } from '@nestjs/common';
import { AuditLogController } from './audit-log.controller.js';

/** The recorded changes, as pages and as an export for administrators. */
@Module({
  controllers: [AuditLogController],
})
export class AuditLogModule {}
