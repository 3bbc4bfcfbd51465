import type { FastifyRequest } from 'fastify';

/** True for webhooks, whose body must stay bytes: signatures cover the bytes. */
export const isWebhookCall = (request: Pick<FastifyRequest, 'url'>): boolean =>
  request.url.startsWith('/api/integrations/');
