import { Injectable } from '@nestjs/common';
import { problem } from '@switchyard/contracts';
import { UserError } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { giveBackTry, takeTry } from './sign-in-limit.repository.js';
import type { BucketLimits } from './token-bucket.js';

/** How often the members of one project may do something together, at all replicas. */
const LIMITS = {
  /** Coupons that do not count: ten at once, then one a minute. */
  coupon: { capacity: 10, refillMs: 60_000 },
  /** Alerts sent by hand: ten at once, then ten a minute. */
  alert: { capacity: 10, refillMs: 6_000 },
} as const satisfies Record<string, BucketLimits>;

/** Bounds what a project may cause at other people's servers, and what its members may guess. */
@Injectable()
export class ProjectThrottle {
  constructor(private readonly dataSource: DataSource) {}

  /** Counts one. @throws 429 */
  async take(kind: keyof typeof LIMITS, projectId: number): Promise<void> {
    if ((await takeTry(this.dataSource.manager, `${kind}:${projectId}`, LIMITS[kind])) > 0) {
      throw new UserError(429, problem('too_often'));
    }
  }

  /** The last one does not count. */
  giveBack(kind: keyof typeof LIMITS, projectId: number): Promise<void> {
    return giveBackTry(this.dataSource.manager, `${kind}:${projectId}`, LIMITS[kind]);
  }
}
