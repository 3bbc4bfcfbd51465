import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AuditController } from './audit.controller.js';
import { AuditInterceptor } from './audit.interceptor.js';
import { AuditLog } from './audit-log.js';
import { AuditTrail } from './audit-trail.js';

/** Who did what, when and from where. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [AuditLog, AuditTrail, { provide: APP_INTERCEPTOR, useClass: AuditInterceptor }],
  exports: [AuditTrail],
})
export class AuditModule {}
