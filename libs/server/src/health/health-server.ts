import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { recentErrors } from '../logging/recent-errors.js';
import type { HealthRegistry } from './health-registry.js';

export interface HealthServerOptions {
  host: string;
  /** 0 = any free one. */
  port: number;
  registry: HealthRegistry;
  /** Answer of `GET /metrics`; absent: 404 there and at `GET /errors`. */
  metrics?: ServedMetrics | undefined;
}

/** Metrics in the text format of Prometheus, for who sends `Authorization: Bearer <token>`. */
export interface ServedMetrics {
  token: string;
  text: () => Promise<string>;
}

export interface HealthServer {
  port: number;
  close(): Promise<void>;
}

/**
 * A small HTTP server for a process without routes: `GET /api/health` (200 or 503), `GET /api/ping` (200 while the process
 * works at all), `GET /metrics` and `GET /errors` (JSON, the process's last errors).
 */
export async function startHealthServer({ host, port, registry, metrics }: HealthServerOptions): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    const path = request.url?.split('?', 1)[0];
    const readOnly = request.method === 'GET' || request.method === 'HEAD';
    if (readOnly && path === '/api/health') {
      void answer(response, async () => {
        const report = await registry.report();
        return [report.status === 'ok' ? 200 : 503, 'application/json', JSON.stringify(report)];
      });
    } else if (readOnly && path === '/api/ping') {
      void answer(response, async () => [200, 'text/plain; charset=utf-8', 'pong']);
    } else if (readOnly && metrics && (path === '/metrics' || path === '/errors')) {
      const read = async (): Promise<Answer> =>
        path === '/metrics'
          ? [200, 'text/plain; version=0.0.4; charset=utf-8', await metrics.text()]
          : [200, 'application/json', JSON.stringify(recentErrors())];
      void answer(response, isBearer(authorization, metrics.token) ? read : async () => NO_TOKEN);
    } else {
      response.writeHead(404).end();
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Status, content type and body. */
type Answer = [status: number, type: string, body: string];

const NO_TOKEN: Answer = [
  401,
  'text/plain; charset=utf-8',
  'Send the token of SWITCHYARD_METRICS_TOKEN as a bearer token',
];

async function answer(response: ServerResponse, make: () => Promise<Answer>): Promise<void> {
  try {
    const [status, type, text] = await make();
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
  } catch {
    response.writeHead(500).end();
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether an `Authorization` header holds the token, compared in constant time. */
function isBearer(header: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
