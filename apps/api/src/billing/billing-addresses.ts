import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { problem } from '@switchyard/contracts';
import { errorAnswer, UserError } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';

/** True for callbacks of gateways, whose body must stay bytes: signatures cover the bytes. */
export const isCallback = (request: Pick<FastifyRequest, 'url'>): boolean =>
  request.url.startsWith('/billing/callbacks/');

/** Answers unknown addresses below `/billing` as JSON, and never with the page of the console. */
export function refuseUnknownBilling(app: NestFastifyApplication): void {
  const { status, body } = errorAnswer(new UserError(404, problem('billing_address')), '');
  for (const path of ['/billing', '/billing/*']) {
    app
      .getHttpAdapter()
      .getInstance()
      .get(path, (_, reply) => reply.status(status).send(body));
  }
}
