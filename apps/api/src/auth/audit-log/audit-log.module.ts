import { Module } from '@nestjs/common';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditLogController } from './audit-log.controller.js';

/** The recorded changes, as pages and as an export for administrators. */
@Module({
  controllers: [AuditLogController],
  providers: [AuditLogRepository],
})
export class AuditLogModule {}
