import { Module } from '@nestjs/common';
import { CredentialReader } from './credential-reader.js';
import { JobBuilder } from './job-builder.js';
import { JobSourceReader } from './job-sources.js';
import { ListingSealer } from './listing-sealer.js';
import { SnapshotWriter } from './snapshot-writer.js';
import { TaskDetails } from './task-details.js';
import { TimeLimit } from './time-limit.js';

@Module({
  providers: [CredentialReader, JobSourceReader, TaskDetails, SnapshotWriter, TimeLimit, JobBuilder, ListingSealer],
  exports: [JobBuilder, ListingSealer],
})
export class AssignmentsModule {}
