import { ErrorCode } from '@switchyard/contracts';
import type { BodySender, BodySenders } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import { Authenticator } from '../auth/access/authenticator.js';
import { isAuthFailure } from '../auth/access/caller.js';
import { clientNetwork } from '../auth/throttle/client-network.js';
import { isWebhookCall } from '../resources/integrations/webhooks/webhook-call.js';
import { isRunnerCall } from '../runners/gateway/identity/raw-bodies.js';
import { RunnerDirectory } from '../runners/gateway/identity/runner-directory.js';
import { runnerToken } from '../runners/gateway/identity/runner.guard.js';
import { unauthorized } from '../platform/http/refusals.js';

const MEBIBYTE = 1024 * 1024;

/** Bytes of bodies in memory at once: within the default limit, from one network; larger ones, of a user, of a runner, and of webhooks from one network. */
const SHARES = { network: 8 * MEBIBYTE, user: 16 * MEBIBYTE, runner: 32 * MEBIBYTE, webhook: 16 * MEBIBYTE } as const;

/** Finds a service of the app, which is made after the server that needs it. */
type Find = <T>(service: abstract new (...args: never[]) => T) => T;

/** Knows signed-in people, and every runner by its token; the guard of the route decides afterwards who may call it. */
export function bodySenders(find: Find): BodySenders {
  return {
    stranger: ({ ip }) => ({ key: `network:${clientNetwork(ip)}`, share: SHARES.network }),
    known: (request) => {
      if (isWebhookCall(request)) {
        return Promise.resolve({ key: `webhook:${clientNetwork(request.ip)}`, share: SHARES.webhook });
      }
      return isRunnerCall(request) ? runnerOf(request, find(RunnerDirectory)) : userOf(request, find(Authenticator));
    },
  };
}

async function runnerOf(request: FastifyRequest, runners: RunnerDirectory): Promise<BodySender> {
  const runner = await runners.byToken(runnerToken(request));
  if (!runner) {
    throw unauthorized(ErrorCode.unknownRunner);
  }
  return { key: `runner:${runner.id}`, share: SHARES.runner };
}

async function userOf({ headers, ip }: FastifyRequest, authenticator: Authenticator): Promise<BodySender> {
  const caller = await authenticator.authenticate(headers, ip);
  if (isAuthFailure(caller)) {
    throw unauthorized(caller.code);
  }
  return { key: `user:${caller.userId}`, share: SHARES.user };
}
