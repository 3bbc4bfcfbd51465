import { Module } from '@nestjs/common';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { HealthEndpoint } from './health-endpoint.js';

/** Tells supervisors whether the dispatcher works. */
@Module({ imports: [DispatchModule], providers: [HealthEndpoint] })
export class HealthModule {}
