import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A control plane with one state, as far as Terraform needs it. */
export class StateServer {
  state = '';
  holder = '';
  /** So many writes of the state meet a connection that is cut. */
  away = 0;
  /** Every call meets a connection that is cut. */
  isDown = false;
  readonly calls: string[] = [];
  readonly logins = new Set<string>();
  private readonly server: Server = createServer((request, reply) => {
    void this.answer(request).then((answer) =>
      answer ? reply.writeHead(answer[0]).end(answer[1]) : request.socket.destroy(),
    );
  });

  async start(): Promise<URL> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return new URL(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}/base/`);
  }

  close(): void {
    this.server.close();
  }

  private async answer(request: IncomingMessage): Promise<[number, string] | null> {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    if (this.isDown) {
      return null;
    }
    this.calls.push(`${method} ${url.replace(/ID=.*/, 'ID')}`);
    this.logins.add(headers.authorization ?? '');
    if (url.endsWith('/lock') && method !== 'DELETE' && this.holder !== '') {
      return [method === 'GET' ? 200 : 423, JSON.stringify({ ID: 'x', Who: this.holder })];
    }
    if (!url.endsWith('/lock') && method === 'POST') {
      if (this.away-- > 0) {
        return null;
      }
      this.state = body;
    }
    return method === 'GET' ? [this.state === '' ? 404 : 200, this.state] : [200, ''];
  }
}
