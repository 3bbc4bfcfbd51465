import { type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { problem } from '@switchyard/contracts';
import { UserError } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import type { ApiConfig } from '../../platform/config.js';
import { refusal } from '../../platform/http/refusals.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { TokenBuckets } from '../throttle/token-bucket.js';
import { SAFE_METHODS } from './request-origin.js';

/** Kind of a route that a demo allows: a `launch` starts a task, of which each visitor has a few a minute. */
export type DemoRule = 'change' | 'launch';

/** Metadata key under which a handler carries its {@link DemoRule}. */
export const DEMO_RULE = 'switchyard:demo-rule';

/**
 * Marks a route that changes something as one that is open in demo mode, to those whom its access rule admits. Every other
 * change is refused there, to administrators, too.
 */
export const AllowedInDemo = (rule: DemoRule = 'change'): MethodDecorator => SetMetadata(DEMO_RULE, rule);

const MINUTE_MS = 60_000;
/** Visitors whose launches are counted. */
const MAX_COUNTED = 10_000;

/** Refused in demo mode. It is no sign of an attack, so the audit leaves it out. */
export class DemoRefusal extends UserError {
  constructor() {
    super(403, problem('demo_mode'));
  }
}

/** In demo mode, refuses what no route is marked for. Reading is left to the access rules. */
@Injectable()
export class DemoGate {
  private readonly isOn: boolean;
  private readonly most: number;
  private readonly launches: TokenBuckets;

  constructor(
    private readonly reflector: Reflector,
    @Inject(API_CONFIG) config: ApiConfig,
  ) {
    this.isOn = config.SWITCHYARD_DEMO;
    this.most = config.SWITCHYARD_DEMO_TASKS_PER_MINUTE;
    this.launches = new TokenBuckets({ capacity: this.most, refillMs: MINUTE_MS / this.most }, MAX_COUNTED);
  }

  /** @throws DemoRefusal */
  requireAllowed(context: ExecutionContext): void {
    const { method } = context.switchToHttp().getRequest<FastifyRequest>();
    if (this.isOn && !SAFE_METHODS.has(method) && this.ruleOf(context) === undefined) {
      throw new DemoRefusal();
    }
  }

  /** Counts a launch of the caller, in this process. @throws 429 */
  countLaunch(context: ExecutionContext): void {
    const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
    const counts = this.isOn && caller !== undefined && this.ruleOf(context) === 'launch';
    if (counts && this.launches.take(String(caller.userId)) > 0) {
      throw refusal(429, 'demo_task_limit', { max: this.most });
    }
  }

  private ruleOf(context: ExecutionContext): DemoRule | undefined {
    return this.reflector.get<DemoRule | undefined>(DEMO_RULE, context.getHandler());
  }
}
