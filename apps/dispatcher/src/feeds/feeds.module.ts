import { Module } from '@nestjs/common';
import { FeedFollowers } from './feed-followers.js';

/** Consumers of the stream of transitions. */
@Module({ providers: [FeedFollowers], exports: [FeedFollowers] })
export class FeedsModule {}
