import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the bucket. */
export interface BucketRequest {
  method: string;
  /** Of the object; empty = it was about the bucket as a whole. */
  key: string;
  query: URLSearchParams;
}

/** Stands before the server of a bucket: keeps a journal, and adds what the server does not know. */
export interface BucketProxy {
  readonly port: number;
  readonly requests: BucketRequest[];
  areConditionsKnown: boolean;
  isAway: ((request: BucketRequest) => boolean) | undefined;
  close(): Promise<void>;
}

const answer = (response: ServerResponse, status: number, code: string): void =>
  void response
    .writeHead(status, { 'content-type': 'application/xml', connection: 'close' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);

/** @param target port of the server, on 127.0.0.1 */
export async function startBucketProxy(target: number): Promise<BucketProxy> {
  const server = createServer((incoming, response) => void pass(incoming, response));
  const proxy: BucketProxy = {
    port: 0,
    requests: [],
    areConditionsKnown: true,
    isAway: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  /** Keys that are being written on the condition that there is none. */
  const claimed = new Set<string>();

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = requestOf(incoming);
    proxy.requests.push(asked);
    if (proxy.isAway?.(asked)) {
      return answer(response, 503, 'SlowDown');
    }
    const isConditional = proxy.areConditionsKnown && incoming.headers['if-none-match'] === '*';
    if (!isConditional) {
      return forward(incoming, response);
    }
    if (claimed.has(asked.key) || (await exists(asked.key))) {
      return answer(response, 412, 'PreconditionFailed');
    }
    claimed.add(asked.key);
    response.once('close', () => claimed.delete(asked.key));
    forward(incoming, response);
  }

  /** The keys of the test server read without a signature. */
  async function exists(key: string): Promise<boolean> {
    const { status } = await fetch(`http://127.0.0.1:${target}/blobs/${key}`, { method: 'HEAD' });
    return status === 200;
  }

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    const { method, url: path, headers } = incoming;
    const outgoing = request({ host: '127.0.0.1', port: target, method, path, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(proxy, { port: (server.address() as AddressInfo).port });
}

function requestOf({ method = '', url = '' }: IncomingMessage): BucketRequest {
  const { pathname, searchParams: query } = new URL(url, 'http://bucket');
  const [, ...key] = pathname.slice(1).split('/');
  return { method, key: decodeURIComponent(key.join('/')), query };
}
