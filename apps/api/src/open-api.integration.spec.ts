import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setupOpenApi } from '@switchyard/server';
import { everyRoute } from './testing/routes.js';
import { startTestApp, type TestApp } from './testing/test-app.js';

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema?: object }[];
  requestBody?: { content: Record<string, { schema?: object }> };
}

/** A frame of bytes, which the contract's `log-frame.ts` describes. */
const BINARY = ['RunnerGatewayController.log'];

describe('the OpenAPI document', () => {
  let app: TestApp;
  let operations: { path: string; operation: Operation }[];

  beforeAll(async () => {
    app = await startTestApp({}, (nest) => setupOpenApi(nest, { title: 'Switchyard', version: '1' }));
    const document = (await (await fetch(`${app.address}/api/docs-json`)).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    );
  });

  afterAll(() => app.close());

  it('should have every route', () => {
    const routes = new Set(everyRoute().map(({ method, path }) => `${method} ${path.split('/:')[0]}`));
    expect(operations.length).toBeGreaterThanOrEqual(routes.size);
  });

  it('should describe every part of every path', () => {
    const missing = operations.flatMap(({ path, operation: { parameters = [] } }) => {
      const described = parameters.filter((each) => each.in === 'path' && each.schema).map(({ name }) => name);
      return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
        .filter((name) => !described.includes(name ?? ''))
        .map((name) => `${path} ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('should describe every body that a route reads', () => {
    const described = operations
      .filter(({ operation }) => Object.keys(operation.requestBody?.content['application/json']?.schema ?? {}).length)
      .map(({ operation }) => operation.operationId.replace('_', '.'));
    const reading = everyRoute().filter(({ readsBody, name }) => readsBody && !BINARY.includes(name));
    expect(reading.length).toBeGreaterThan(50);
    expect(reading.map(({ name }) => name).filter((name) => !described.includes(name))).toEqual([]);
    expect(JSON.stringify(operations)).not.toContain('#/components/schemas/"');
  });
});
