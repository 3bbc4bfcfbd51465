import { Module } from '@nestjs/common';
import { LeaseKeeper } from './lease-keeper.js';
import { SilenceWatch } from './silence-watch.js';

/** Watches the leases of runners, and who of them is heard. */
@Module({ providers: [LeaseKeeper, SilenceWatch] })
export class LeasesModule {}
