import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.js';
import { HealthEndpoint } from './health-endpoint.js';

/** Health for supervisors. */
@Module({ imports: [ClockModule], providers: [HealthEndpoint] })
export class HealthModule {}
