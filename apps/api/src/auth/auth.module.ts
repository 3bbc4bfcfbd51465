import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuditReceiversController } from './audit-log/audit-receivers.controller.js';
import { AuditReceivers } from './audit-log/audit-receivers.service.js';
import { AuditLogController } from './audit-log/audit-log.controller.js';
import { AuditTrail } from './audit/audit-trail.js';
import { AccessChanges } from './access/access-changes.js';
import { AccessGuard } from './access/access.guard.js';
import { Authenticator } from './access/authenticator.js';
import { DemoGate } from './access/demo-gate.js';
import { LoginThrottle } from './throttle/login-throttle.js';
import { ProjectThrottle } from './throttle/project-throttle.js';
import { PasswordHasher } from './secrets/password-hasher.js';
import { RequestTurns } from './throttle/request-turns.js';
import { ProjectAccessReader } from './access/project-access.js';
import { SessionReplies } from './sessions/session-replies.js';
import { SignIn } from './sessions/sign-in.service.js';
import { TokensController } from './tokens/tokens.controller.js';
import { TokensService } from './tokens/tokens.service.js';

/** Sessions, tokens, what every way of signing in needs, the guard in front of every route, and the record of changes. */
@Global()
@Module({
  controllers: [TokensController, AuditLogController, AuditReceiversController],
  providers: [
    AccessChanges,
    AuditReceivers,
    AuditTrail,
    Authenticator,
    DemoGate,
    LoginThrottle,
    PasswordHasher,
    ProjectAccessReader,
    ProjectThrottle,
    RequestTurns,
    SessionReplies,
    SignIn,
    TokensService,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [
    AccessChanges,
    AuditTrail,
    Authenticator,
    LoginThrottle,
    PasswordHasher,
    ProjectAccessReader,
    ProjectThrottle,
    RequestTurns,
    SessionReplies,
    SignIn,
    TokensService,
  ],
})
export class AuthModule {}
