import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as it arrived. */
export interface ReceivedCall {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = (answer: ServerResponse, count: number) => void;

/** A receiver of webhooks that keeps what it got and answers as configured; 204 by default. */
export class NotificationSink {
  readonly calls: ReceivedCall[] = [];
  answer: Answer = accept;
  private readonly server = createServer((request, answer) => this.receive(request, answer));

  static async open(): Promise<NotificationSink> {
    const sink = new NotificationSink();
    await new Promise<void>((resolve) => sink.server.listen(0, '127.0.0.1', resolve));
    return sink;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** The address without a path. */
  get origin(): string {
    return new URL(this.url).origin;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private receive(...[request, answer]: Parameters<RequestListener>): void {
    void request.toArray().then((parts) => {
      const { method = '', url: path = '', headers } = request;
      this.calls.push({ method, path, headers, body: Buffer.concat(parts).toString() });
      this.answer(answer, this.calls.length);
    });
  }
}

export const accept: Answer = (answer) => answer.writeHead(204).end();

/** Goes on sending as long as somebody reads. */
export const flood: Answer = (answer) => {
  const block = Buffer.alloc(16_384);
  const more = (): void => {
    while (!answer.destroyed && answer.write(block)) {
      continue;
    }
  };
  answer.on('drain', more);
  more();
};
