import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { ApiMetrics } from './api-metrics.js';

/** First parts of addresses and who calls them; the first that fits counts. */
const CALLERS = [
  ['/api/runner-gateway/poll', 'poll'],
  ['/api/runner-gateway/', 'runner'],
  ['/api/integrations/', 'webhook'],
  ['/api/terraform/', 'terraform'],
  ['/api/', 'api'],
] as const;

/** Files of the console are the rest. */
const callerOf = ({ url }: Pick<FastifyRequest, 'url'>): string =>
  CALLERS.find(([start]) => url.startsWith(start))?.[1] ?? 'file';

/** Times every request from its arrival until its answer was sent. */
export function watchRequests(app: NestFastifyApplication, metrics: ApiMetrics): void {
  if (metrics.isServed) {
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onResponse', (request, reply, done) => {
        metrics.requestEnded(callerOf(request), reply.statusCode, reply.elapsedTime / 1000);
        done();
      });
  }
}
