import http from 'node:http';
import https from 'node:https';
import type { SecureContext } from 'node:tls';
import { connectionAgent, contextTrusting } from '@switchyard/connections';
import { ConnectionError } from './gateway-errors.js';

export interface HttpAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

export interface HttpRequest {
  /** Name for messages. */
  call: string;
  path: string;
  headers: Record<string, string>;
  body: Uint8Array;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Largest answer that is read, in bytes; the biggest is a poll with the jobs of all slots. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** POST over kept-alive connections to one origin. */
export class HttpTransport {
  private readonly client: typeof http | typeof https;
  private readonly agent: http.Agent;

  /** Explicit, so that no variable of the environment turns the check of certificates off. */
  private readonly trust: { rejectUnauthorized: true; secureContext?: SecureContext };

  /** @param ca PEM of certificate authorities that are trusted beside the known ones */
  constructor(
    private readonly origin: URL,
    ca: string | null = null,
  ) {
    this.client = origin.protocol === 'https:' ? https : http;
    this.agent = connectionAgent(origin);
    this.trust = { rejectUnauthorized: true, ...(ca !== null && { secureContext: contextTrusting(ca) }) };
  }

  /** @throws ConnectionError when no whole answer arrived in time, or the signal was aborted */
  post(request: HttpRequest): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const outgoing = this.open(request);
      const fail = (cause: unknown): void =>
        reject(new ConnectionError(request.call, cause, outgoing.reusedSocket && wasClosedByPeer(cause)));
      const timer = setTimeout(() => outgoing.destroy(new Error('no answer in time')), request.timeoutMs);
      outgoing.on('error', fail);
      outgoing.on('close', () => clearTimeout(timer));
      outgoing.on('response', (incoming) => {
        readBody(incoming).then(
          (body) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
          fail,
        );
      });
      outgoing.end(request.body);
    });
  }

  close(): void {
    this.agent.destroy();
  }

  private open({ path, headers, body, signal }: HttpRequest): http.ClientRequest {
    return this.client.request({
      protocol: this.origin.protocol,
      hostname: this.origin.hostname.replace(/^\[|\]$/g, ''),
      port: this.origin.port,
      method: 'POST',
      path,
      agent: this.agent,
      headers: { ...headers, 'content-length': String(body.length) },
      ...this.trust,
      ...(signal ? { signal } : {}),
    });
  }
}

function wasClosedByPeer(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ECONNRESET' || code === 'EPIPE';
}

async function readBody(incoming: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES) {
      throw new Error('the answer is too large');
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
