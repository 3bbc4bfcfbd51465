import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MetricsServer {
  port: number;
  close(): void;
}

interface ServedText {
  /** 0 = any free one. */
  port: number;
  token: string;
  text: () => Promise<string>;
}

/** `GET /metrics` for who sends the token as a bearer token, and nothing else. */
export async function startMetricsServer({ port, token, text }: ServedText): Promise<MetricsServer> {
  const server = createServer((request, response) => void answer(request, response, { token, text }));
  server.listen(port);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
  { token, text }: Omit<ServedText, 'port'>,
): Promise<void> {
  if (method !== 'GET' || url?.split('?', 1)[0] !== '/metrics') {
    response.writeHead(404).end();
  } else if (!isBearer(headers.authorization, token)) {
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
  } else {
    const type = 'text/plain; version=0.0.4; charset=utf-8';
    await text().then(
      (body) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
      () => response.writeHead(500).end(),
    );
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compared in constant time. */
const isBearer = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
