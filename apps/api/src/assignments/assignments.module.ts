import { Module } from '@nestjs/common';
import { CredentialReader } from './credential-reader.js';
import { JobBuilder } from './job-builder.js';
import { JobSealer } from './job-sealer.js';

@Module({ providers: [CredentialReader, JobBuilder, JobSealer], exports: [JobSealer] })
export class AssignmentsModule {}
