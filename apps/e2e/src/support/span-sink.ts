import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as a collector receives it. */
export interface SentSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

interface OtlpBody {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<SentSpan, 'service'>[] }[];
  }[];
}

/** A collector of OpenTelemetry on loopback, which keeps the spans it is sent. */
export class SpanSink {
  readonly spans: SentSpan[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      void json(request).then((body) => {
        this.keep(body as OtlpBody);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  static async start(): Promise<SpanSink> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SpanSink(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private keep({ resourceSpans }: OtlpBody): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service }))));
    }
  }
}
