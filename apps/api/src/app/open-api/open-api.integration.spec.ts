import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { setupOpenApi } from '@switchyard/server';
import { everyRoute } from '../../testing/routes.js';
import { API_DOCUMENT } from './api-document.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

interface Operation {
  operationId: string;
  description?: string;
  'x-permission'?: string;
  responses: Record<string, { content?: object }>;
  parameters?: { name: string; in: string; schema?: object }[];
  requestBody?: { content: Record<string, { schema?: object }> };
}

/** Routes that answer 200, redirect or change the protocol without a body. */
const EMPTY: readonly string[] = [
  'EmailLoginController_resend',
  'EmailLoginController_resendByOtherPath',
  'EmailLoginController_sendForVerification',
  'SecondFactorController_verify',
  'OidcController_login',
  'OidcController_receive',
  'OidcController_receiveAtPath',
  'StateBackendController_write',
  'StateBackendController_remove',
  'StateBackendController_lockByPost',
  'StateBackendController_unlockByDelete',
];

/** Methods of WebDAV, which the document cannot have. */
const isWebDav = (method: string): boolean => ['LOCK', 'UNLOCK'].includes(method);

/** A frame of bytes, which the contract's `log-frame.ts` describes. */
const BINARY = ['log', 'keptState', 'storePlan', 'storeOutputs'].map((name) => `AttemptReportsController.${name}`);

describe('the OpenAPI document', () => {
  let app: TestApp;
  let document: {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, { properties?: Record<string, object> }> };
  };
  let operations: { path: string; operation: Operation }[];

  beforeAll(async () => {
    app = await startTestApp({}, (nest) => setupOpenApi(nest, API_DOCUMENT));
    document = (await (await fetch(`${app.address}/api/docs-json`)).json()) as typeof document;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    );
  });

  afterAll(() => app.close());

  it('should be valid', async () => {
    expect(await new Validator().validate(document)).toMatchObject({ valid: true });
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  it('should state of every route who may call it, what it answers and how it refuses', () => {
    const incomplete = operations.filter(({ operation }) => {
      const statuses = Object.keys(operation.responses);
      const success = statuses.find((status) => /^[23]/.test(status)) ?? '';
      const needsBody = success !== '204' && !EMPTY.includes(operation.operationId);
      const hasBody = operation.responses[success]?.content !== undefined;
      return (
        !operation['x-permission'] || needsBody !== hasBody || !statuses.includes('400') || !statuses.includes('500')
      );
    });
    expect(incomplete.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it('should describe the messages of the WebSocket, which no route serves', () => {
    const live = document.paths['/api/ws']?.['get'];
    expect(Object.keys(live?.responses ?? {})).toEqual(expect.arrayContaining(['101', '200']));
    expect(live?.description).toMatch(/"type":"update"[^]*"type":"log"/);
  });

  it('should type the file that is restored', () => {
    const body = document.paths['/api/projects/restore']?.['post']?.requestBody?.content['application/json'];
    expect(body?.schema).toMatchObject({ properties: { integration_aliases: {}, templates: {}, sealed: {} } });
  });

  it('should type what tasks, templates and schedules launch with', () => {
    const { schemas } = document.components;
    const inPlace = (schema: object = {}): string =>
      JSON.stringify(schema).replace(/"#\/components\/schemas\/(\w+)"/g, (_, name: string) =>
        JSON.stringify(schemas[name]),
      );
    const properties = (name: string, member: string): string[] =>
      [...inPlace(schemas[name]?.properties?.[member]).matchAll(/"(\w+)":\{/g)].map(([, found = '']) => found);
    expect(properties('Task', 'params')).toEqual(expect.arrayContaining(['dry_run', 'skip_tags']));
    expect(properties('Template', 'task_params')).toEqual(
      expect.arrayContaining(['allow_destroy', 'backend_filename']),
    );
    expect(properties('Schedule', 'task_params')).toEqual(expect.arrayContaining(['git_branch', 'params']));
  });

  it('should have every route', () => {
    const routes = new Set(everyRoute().map(({ method, path }) => `${method} ${path.split('/:')[0]}`));
    expect(operations.length).toBeGreaterThanOrEqual(routes.size);
  });

  it('should describe the headers that saves and launches take', () => {
    const takers = (name: string) =>
      operations
        .filter(({ operation: { parameters = [] } }) =>
          parameters.some((each) => each.in === 'header' && each.name === name),
        )
        .map(({ operation }) => operation.operationId);
    expect(takers('If-Match')).toEqual(
      expect.arrayContaining(['ProjectsController_update', 'KeysController_update', 'RunnersController_update']),
    );
    expect(takers('Idempotency-Key')).toEqual(['TasksController_create']);
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
    const reading = everyRoute().filter(
      ({ readsBody, name, method }) => readsBody && !BINARY.includes(name) && !isWebDav(method),
    );
    expect(reading.length).toBeGreaterThan(50);
    expect(reading.map(({ name }) => name).filter((name) => !described.includes(name))).toEqual([]);
    expect(JSON.stringify(operations)).not.toContain('#/components/schemas/"');
    const refusing = operations.filter(({ operation: { responses } }) => responses['413'] && responses['415']);
    const bodies = operations.filter(({ operation }) => operation.requestBody !== undefined);
    expect(refusing.map(({ path }) => path)).toEqual(bodies.map(({ path }) => path));
  });
});
