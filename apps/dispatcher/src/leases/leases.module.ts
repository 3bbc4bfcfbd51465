import { Module } from '@nestjs/common';
import { LeaseKeeper } from './lease-keeper.js';

/** Watches the leases of runners. */
@Module({ providers: [LeaseKeeper] })
export class LeasesModule {}
