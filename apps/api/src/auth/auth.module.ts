import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessChanges } from './access-changes.js';
import { AccessGuard } from './access.guard.js';
import { Authenticator } from './authenticator.js';
import { LoginController } from './login.controller.js';
import { LoginService } from './login.service.js';
import { LoginThrottle } from './login-throttle.js';
import { PasswordHasher } from './password-hasher.js';
import { ProjectAccessReader } from './project-access.js';
import { SessionStore } from './session-store.js';
import { TokensController } from './tokens.controller.js';
import { TokensService } from './tokens.service.js';

/** Signing in, sessions, tokens, and the guard in front of every route. */
@Global()
@Module({
  controllers: [LoginController, TokensController],
  providers: [
    AccessChanges,
    Authenticator,
    LoginService,
    LoginThrottle,
    PasswordHasher,
    ProjectAccessReader,
    SessionStore,
    TokensService,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [AccessChanges, Authenticator, PasswordHasher, ProjectAccessReader, SessionStore],
})
export class AuthModule {}
