import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuditModule } from '../audit/audit.module.js';
import { AccessChanges } from './access-changes.js';
import { AccessGuard } from './access.guard.js';
import { Authenticator } from './authenticator.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher } from './password-hasher.js';
import { RequestTurns } from './request-turns.js';
import { ProjectAccessReader } from './project-access.js';
import { SessionReplies } from './session-replies.js';
import { SessionStore } from './session-store.js';
import { SignInLimits } from './sign-in-limits.js';
import { SignIn } from './sign-in.service.js';
import { TokensController } from './tokens.controller.js';
import { TokensService } from './tokens.service.js';

/** Sessions, tokens, what every way of signing in needs, and the guard in front of every route. */
@Global()
@Module({
  imports: [AuditModule],
  controllers: [TokensController],
  providers: [
    AccessChanges,
    Authenticator,
    LoginThrottle,
    PasswordHasher,
    ProjectAccessReader,
    RequestTurns,
    SessionReplies,
    SessionStore,
    SignIn,
    SignInLimits,
    TokensService,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [
    AccessChanges,
    Authenticator,
    LoginThrottle,
    PasswordHasher,
    ProjectAccessReader,
    SessionReplies,
    SessionStore,
    SignIn,
    SignInLimits,
  ],
})
export class AuthModule {}
