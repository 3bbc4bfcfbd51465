import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openTracing, type Tracing } from './index.js';

const LAUNCH = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

interface Sent {
  resourceSpans: { resource: { attributes: unknown[] }; scopeSpans: { spans: Record<string, unknown>[] }[] }[];
}

describe(openTracing.name, () => {
  let server: Server;
  let bodies: Sent[];
  let tracing: Tracing | null;
  const before = process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];

  beforeEach(async () => {
    bodies = [];
    tracing = null;
    server = createServer((request, response) => {
      void json(request).then((body) => {
        bodies.push(body as Sent);
        response.end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    await tracing?.close();
    server.closeAllConnections();
    server.close();
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    Object.assign(process.env, before === undefined ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: before });
  });

  it('should be nothing without a collector, or when OpenTelemetry is disabled', async () => {
    expect(await openTracing('switchyard-api', {})).toBeNull();
    const disabled = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' };
    expect(await openTracing('switchyard-api', disabled)).toBeNull();
  });

  it('should send a span below its parent, with its time, its facts and its failure', async () => {
    tracing = await openTracing('switchyard-api');
    const span = tracing?.begin('attempt', LAUNCH, new Date(1_000));
    span?.end({ 'switchyard.task': 7 }, 'it broke');
    await tracing?.close();
    const [sent] = bodies.flatMap(({ resourceSpans }) => resourceSpans);
    expect(sent?.resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'switchyard-api' } });
    expect(sent?.scopeSpans.flatMap(({ spans }) => spans)).toMatchObject([
      {
        name: 'attempt',
        traceId: LAUNCH.split('-')[1],
        parentSpanId: LAUNCH.split('-')[2],
        spanId: span?.traceparent.split('-')[2],
        startTimeUnixNano: '1000000000',
        attributes: [{ key: 'switchyard.task', value: { intValue: 7 } }],
        status: { code: 2, message: 'it broke' },
      },
    ]);
  });

  it('should begin a trace where the parent is none, and keep a parent that is not sampled unsampled', async () => {
    tracing = await openTracing('switchyard-api');
    expect(tracing?.begin('launch', 'nonsense').traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(tracing?.begin('attempt', LAUNCH.replace(/01$/, '00')).traceparent).toMatch(/-00$/);
  });

  it('should hold up nobody, and drop what is too much, while the collector is away', async () => {
    server.closeAllConnections();
    server.close();
    tracing = await openTracing('switchyard-api');
    for (let i = 0; i < 10_000; i++) {
      tracing?.begin('attempt').end();
    }
    const began = performance.now();
    await tracing?.close();
    expect(performance.now() - began).toBeLessThan(30_000);
  });
});
