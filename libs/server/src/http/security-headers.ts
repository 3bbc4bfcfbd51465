import type { FastifyInstance } from 'fastify';

/** For everything that is not a page: it may load nothing and may not be framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * For pages: own files alone. The component library of the console writes style elements, so inline styles are allowed.
 * @param scripts sources of scripts beside own files, such as hashes of inline ones
 */
export const pagePolicy = (scripts: readonly string[] = []): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
const ownPagePolicy = pagePolicy();

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
      setDefault('content-security-policy', type.startsWith('text/html') ? ownPagePolicy : dataPolicy);
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
