import { type CanActivate, createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import {
  ErrorCode,
  MAX_CLOCK_SKEW_MS,
  OLDEST_PROTOCOL_VERSION,
  PROTOCOL_VERSION,
  RUNNER_HEADERS,
  own,
} from '@switchyard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiConfig } from '../../../platform/config.js';
import { basePath } from '../../../platform/http/public-address.js';
import { API_CONFIG } from '../../../platform/infrastructure/tokens.js';
import { badRequest, unauthorized } from '../../../platform/http/refusals.js';
import { NonceWindow } from './nonce-window.js';
import { isSignedBy } from './request-signature.js';
import { RunnerDirectory } from './runner-directory.js';
import type { RunnerIdentity } from './runner-identity.js';
import { RunnerRefusals } from './runner-refusals.js';

type RunnerRequest = FastifyRequest & { runner?: RunnerIdentity };

/** The runner that makes the call. */
export const CurrentRunner = createParamDecorator((_: unknown, context: ExecutionContext): RunnerIdentity => {
  const { runner } = context.switchToHttp().getRequest<RunnerRequest>();
  if (!runner) {
    throw new Error('CurrentRunner is used on a route without RunnerGuard');
  }
  return runner;
});

/** Checks token, protocol version, clock, signature and nonce of a runner call, by the contract's `signature.ts`. */
@Injectable()
export class RunnerGuard implements CanActivate {
  private readonly nonces = new NonceWindow(2 * MAX_CLOCK_SKEW_MS, Date.now());

  constructor(
    private readonly runners: RunnerDirectory,
    private readonly refusals: RunnerRefusals,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<RunnerRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const protocol = Number(header(request, RUNNER_HEADERS.protocol));
    const runner = await this.runners.byToken(runnerToken(request));
    if (!(protocol >= OLDEST_PROTOCOL_VERSION && protocol <= PROTOCOL_VERSION)) {
      await (runner && this.refusals.note(runner.id, 'protocol'));
      throw badRequest(ErrorCode.protocolVersion);
    }
    if (!runner) {
      throw unauthorized(ErrorCode.unknownRunner);
    }
    await this.checkSignature(request, reply, runner);
    request.runner = runner;
    return true;
  }

  private async checkSignature(request: FastifyRequest, reply: FastifyReply, runner: RunnerIdentity): Promise<void> {
    const now = Date.now();
    const time = header(request, RUNNER_HEADERS.time);
    const nonce = header(request, RUNNER_HEADERS.nonce);
    const path = request.url.split('?')[0] ?? '';
    // A runner signs the path that it sends, which may lead through a proxy or not.
    const paths = new Set([basePath(this.config) + path, path]);
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const signature = header(request, RUNNER_HEADERS.signature);
    const signed = { method: request.method, time, nonce, body };
    if (!(await isSignedBy({ ...signed, paths }, signature, runner.sharedKey))) {
      await this.refusals.note(runner.id, 'signature');
      throw unauthorized(ErrorCode.badSignature);
    }
    if (!/^\d{1,16}$/.test(time) || Math.abs(Number(time) - now) > MAX_CLOCK_SKEW_MS) {
      reply.header(RUNNER_HEADERS.time, String(now));
      throw unauthorized(ErrorCode.clockSkew);
    }
    if (nonce.length < 16 || nonce.length > 64 || !this.nonces.take(`${runner.id}:${nonce}`, now)) {
      throw unauthorized(ErrorCode.replayed);
    }
  }
}

/** The token that the request names; `''` = none. */
export const runnerToken = (request: FastifyRequest): string =>
  /^Bearer (.+)$/i.exec(header(request, 'authorization'))?.[1] ?? '';

function header(request: FastifyRequest, name: string): string {
  const value = own(request.headers, name);
  return typeof value === 'string' ? value : '';
}
