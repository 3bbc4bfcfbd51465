import { Module } from '@nestjs/common';
import { SessionCleanup } from './session-cleanup.js';

/** Keeps the table of sessions small. */
@Module({ providers: [SessionCleanup] })
export class SessionsModule {}
