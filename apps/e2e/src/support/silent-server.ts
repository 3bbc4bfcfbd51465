import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@switchyard/testing';

/** A web server that takes requests and never answers: what talks to it waits. */
export class SilentServer {
  private readonly paths: string[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', ({ url = '' }: IncomingMessage) => this.paths.push(url));
  }

  static async start(): Promise<SilentServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SilentServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves when somebody waits for an answer about this path. */
  async requested(path: string): Promise<void> {
    await eventually(() => this.paths.some((each) => each.includes(path)));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
