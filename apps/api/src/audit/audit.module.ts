import { Global, Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditLog } from './audit-log.js';
import { AuditTrail } from './audit-trail.js';

/** Who did what, when and from where. The routes bind the interceptor themselves, see `auth/access.ts`. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [AuditLog, AuditTrail],
  exports: [AuditTrail],
})
export class AuditModule {}
