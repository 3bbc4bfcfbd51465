import type { IncomingMessage } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Whether a request named the path that people reach the server below. */
export type IsBelow = (request: IncomingMessage) => boolean;

/**
 * Lets the server answer below a path what it answers at its root, live connections included. The root goes on to answer:
 * runners and probes beside the server need no proxy. To be called before it listens.
 * @param base such as `/switchyard`; '' = nothing changes, and every request counts as below it
 */
export function answerBelow(app: NestFastifyApplication, base: string): IsBelow {
  if (base === '') {
    return () => true;
  }
  const below = new WeakSet<IncomingMessage>();
  const take = (request: IncomingMessage): void => {
    const rest = pathBelow(request.url ?? '/', base);
    if (rest !== null) {
      below.add(request);
      request.url = rest;
    }
  };
  // In front of all that listen, which they do by then.
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onReady', async () => {
      app.getHttpServer().prependListener('request', take).prependListener('upgrade', take);
      await Promise.resolve();
    });
  return (request) => below.has(request);
}

/** Returns the part of an address with its query that follows `base`, from its slash on; `null` = it does not lie below. */
export function pathBelow(url: string, base: string): string | null {
  const rest = url.startsWith(base) ? url.slice(base.length) : '';
  if (rest.startsWith('/')) {
    return rest;
  }
  return url === base || rest.startsWith('?') ? `/${rest}` : null;
}
