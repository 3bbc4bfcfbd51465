import type { FastifyInstance } from 'fastify';

/** For everything that is not a page: it may load nothing and may not be framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** For the console: own files alone. Its component library writes style elements, so inline styles are allowed. */
const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Its headers replace those that the browser has stored, and it need not name the type of what was stored. */
const NOT_MODIFIED = 304;

const forAll = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

/** Headers that keep a browser from guessing types, framing pages, leaking addresses and storing data. */
export function addSecurityHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (_, reply, done) => {
    reply.headers(forAll);
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (type !== '' || reply.statusCode !== NOT_MODIFIED) {
      setDefault('content-security-policy', type.startsWith('text/html') ? pagePolicy : dataPolicy);
    }
    if (request.url.startsWith('/api/')) {
      setDefault('cache-control', 'no-store');
    }
    done(null, payload);
    function setDefault(name: string, value: string): void {
      if (!reply.hasHeader(name)) {
        reply.header(name, value);
      }
    }
  });
}
