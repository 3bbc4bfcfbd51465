import { Global, Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.js';

/** Records who did what, when and from where. The routes bind the interceptor themselves, see `auth/access/access.ts`. */
@Global()
@Module({
  providers: [AuditTrail],
  exports: [AuditTrail],
})
export class AuditModule {}
