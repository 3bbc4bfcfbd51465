import { Module } from '@nestjs/common';
import { ProjectRemovals } from './project-removals.js';

/** Removes the rows of deleted projects. */
@Module({ providers: [ProjectRemovals], exports: [ProjectRemovals] })
export class RemovalsModule {}
