import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

/** A request that was read whole, so that it can be sent more than once. */
export interface ReadRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface ForwardedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export async function readWhole(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Sends a request to the first origin that takes connections. */
export class Forwarder {
  private readonly agent = new Agent({ keepAlive: true });

  async forward(incoming: ReadRequest, origins: readonly string[], signal: AbortSignal): Promise<ForwardedAnswer> {
    let last: unknown = new Error('no origin');
    for (const origin of origins) {
      try {
        return await this.send(incoming, origin, signal);
      } catch (error) {
        last = error;
        if (!isRefused(error)) {
          break;
        }
      }
    }
    throw last;
  }

  close(): void {
    this.agent.destroy();
  }

  private send(incoming: ReadRequest, origin: string, signal: AbortSignal): Promise<ForwardedAnswer> {
    return new Promise((resolve, reject) => {
      const { method, headers } = incoming;
      const outgoing = request(new URL(incoming.path, origin), { method, headers, agent: this.agent, signal });
      outgoing.once('error', reject);
      outgoing.once('response', (incoming) => {
        readWhole(incoming).then(
          (body) => resolve({ status: incoming.statusCode ?? 502, headers: incoming.headers, body }),
          reject,
        );
      });
      outgoing.end(incoming.body);
    });
  }
}

const isRefused = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ECONNREFUSED';
