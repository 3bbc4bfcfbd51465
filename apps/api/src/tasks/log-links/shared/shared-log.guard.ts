import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { LOG_LINK_HEADER, LOG_LINK_PREFIX, problem } from '@switchyard/contracts';
import { UserError } from '@switchyard/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { scopeOf } from '../../../auth/audit/audited-request.js';
import { clientNetwork } from '../../../auth/throttle/client-network.js';
import { REQUEST_COST, type RequestCost, RequestTurns } from '../../../auth/throttle/request-turns.js';
import { TokenBuckets } from '../../../auth/throttle/token-bucket.js';
import { LOG_LINK_REQUESTS } from '../../../platform/bounds.js';
import { notFound } from '../../../platform/http/refusals.js';
import { SharedLogs } from './shared-logs.service.js';

const MAX_KEYS = 100_000;
const TOKEN = new RegExp(`^${LOG_LINK_PREFIX}[\\w-]{43}$`);
/** Headers of every answer, so that the address of the page stays with its reader. */
const HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' };

/**
 * Lets readers of links in, by the token of their request. Each address has a number of requests, whatever it sends;
 * what cannot be opened answers 404 for one reason as for another.
 */
@Injectable()
export class SharedLogGuard implements CanActivate {
  private readonly requests = new TokenBuckets(LOG_LINK_REQUESTS, MAX_KEYS);

  constructor(
    private readonly reflector: Reflector,
    private readonly logs: SharedLogs,
    private readonly turns: RequestTurns,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const network = clientNetwork(request.ip);
    reply.headers(HEADERS);
    this.requireRequest(network, reply);
    const token = request.headers[LOG_LINK_HEADER];
    const opened = typeof token === 'string' && TOKEN.test(token) ? await this.logs.find(token) : undefined;
    if (!opened) {
      throw notFound();
    }
    const cost = this.reflector.getAllAndOverride<RequestCost>(REQUEST_COST, [
      context.getHandler(),
      context.getClass(),
    ]);
    await this.turns.enter(`link ${opened.id} ${network}`, cost, reply.raw);
    await this.logs.noteOpening(opened, scopeOf(context, 'log-links.open'));
    request.openedLog = opened;
    return true;
  }

  private requireRequest(network: string, reply: FastifyReply): void {
    const waitMs = this.requests.take(network);
    if (waitMs > 0) {
      reply.header('retry-after', Math.ceil(waitMs / 1_000));
      throw new UserError(429, problem('too_many_requests'));
    }
  }
}
