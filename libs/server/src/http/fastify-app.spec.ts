import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  BadGatewayException,
  Body,
  Controller,
  Get,
  Module,
  NotFoundException,
  Param,
  Post,
  Req,
} from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { connect } from 'node:net';
import { z } from 'zod';
import { createLogger } from '../logging/logger.js';
import { OutsideError, UserError } from './errors.js';
import { createFastifyApp } from './fastify-app.js';
import { setupOpenApi } from './open-api.js';

const Thing = z
  .object({
    name: z.string().min(1, 'must not be empty'),
    port: z.coerce.number().int().default(22),
    at: z.date().optional(),
  })
  .meta({ id: 'Thing' });

const failures: Record<string, () => unknown> = {
  user: () => new UserError(400, 'The cron text is wrong'),
  inUse: () => new UserError(400, 'It is in use', { body: { inUse: true } }),
  empty: () => new UserError(404),
  outside: () => new OutsideError('The mail server does not answer', 503, { cause: new Error('smtp://u:hunter2@x') }),
  nestEmpty: () => new NotFoundException(),
  nestText: () => new NotFoundException('No such thing'),
  nestGateway: () => new BadGatewayException('Bad answer'),
  bug: () => new Error('hunter2'),
  text: () => 'hunter2',
  unique: () => Object.assign(new Error('hunter2'), { driverError: { code: '23505', detail: 'hunter2' } }),
  foreignKey: () => Object.assign(new Error('hunter2'), { code: '23503' }),
  range: () => Object.assign(new Error('hunter2'), { code: '22003' }),
  away: () => Object.assign(new Error('hunter2'), { code: 'ECONNREFUSED' }),
};

@Controller('api')
class ThingController {
  @Get('ping')
  ping() {
    return { ok: true };
  }

  @Get('page')
  page(@Req() request: FastifyRequest) {
    void request;
    return '<p>page</p>';
  }

  @Post('things')
  create(@Body({ schema: Thing }) thing: z.infer<typeof Thing>) {
    return thing;
  }

  @Get('things/:id')
  one(@Param('id', { schema: z.coerce.number({ error: 'must be a number' }) }) id: number) {
    return { id };
  }

  @Post('echo')
  echo(@Body() body: unknown) {
    const isBuffer = Buffer.isBuffer(body);
    return { body: isBuffer ? body.toString('latin1') : body, isBuffer };
  }

  @Get('fail/:kind')
  fail(@Param('kind') kind: string) {
    throw failures[kind]?.();
  }
}

@Module({ controllers: [ThingController] })
class ThingModule {}

describe('createFastifyApp', () => {
  let app: NestFastifyApplication;
  const logged: string[] = [];

  beforeAll(async () => {
    const logger = createLogger({
      name: 'test',
      level: 'debug',
      destination: { write: (line) => void logged.push(line) },
    });
    app = await createFastifyApp(ThingModule, {
      logger,
      bodyLimit: 20_000,
      keepRawBody: (request) => request.url.startsWith('/api/echo?raw'),
    });
    await setupOpenApi(app, { title: 'Things', version: '1.0' });
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app.close());

  const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });
  const post = (url: string, payload: string | Buffer, contentType?: string) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: contentType === undefined ? {} : { 'content-type': contentType },
    });

  it.each([
    ['user', 400, '{"error":"The cron text is wrong"}'],
    ['inUse', 400, '{"inUse":true,"error":"It is in use"}'],
    ['empty', 404, ''],
    ['outside', 503, '{"error":"The mail server does not answer"}'],
    ['nestEmpty', 404, ''],
    ['nestText', 404, '{"error":"No such thing"}'],
    ['nestGateway', 502, '{"error":"Bad answer"}'],
    ['unique', 409, '{"error":"Something with the same name or value exists already"}'],
    ['foreignKey', 409, '{"error":"It is still in use, or it refers to something that does not exist"}'],
    ['range', 400, '{"error":"A number is out of range"}'],
    ['away', 503, '{"error":"The database is not available, try again"}'],
  ])('should answer the failure "%s" with %d', async (kind, status, body) => {
    const response = await get(`/api/fail/${kind}`);
    expect([response.statusCode, response.body]).toEqual([status, body]);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
  });

  it.each(['bug', 'text'])(
    'should answer an unexpected failure (%s) with the id that stands in the log',
    async (kind) => {
      const response = await get(`/api/fail/${kind}`);
      expect(response.statusCode).toBe(500);
      expect(response.body).not.toContain('hunter2');
      const [, id] = /^\{"error":"Unexpected error, id ([0-9a-f]{12})"\}$/.exec(response.body) ?? [];
      const line = logged.find((text) => id !== undefined && text.includes(id));
      expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'error', method: 'GET', path: `/api/fail/${kind}` });
    },
  );

  it('should not log mistakes of the caller as failures', async () => {
    const before = logged.length;
    await get('/api/fail/user?token=hunter2');
    const lines = logged.slice(before).map((text) => JSON.parse(text) as { level: string; path: string });
    expect(lines).toMatchObject([{ level: 'debug', path: '/api/fail/user', status: 400 }]);
    expect(logged.join('')).not.toContain('token=');
  });

  it('should answer an unknown route with plain text', async () => {
    const response = await get('/api/nothing');
    expect([response.statusCode, response.body]).toEqual([404, 'Not Found']);
    expect(response.headers['content-type']).toMatch(/^text\/plain/);
  });

  it('should list all mismatches of a body in one message', async () => {
    const response = await post('/api/things', '{"name":"","port":"x"}');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error: expect.stringMatching(/^name: must not be empty; port: .+/) });
  });

  it('should name the parameter that is wrong', async () => {
    expect((await get('/api/things/x')).json()).toEqual({ error: 'must be a number' });
  });

  it.each([undefined, 'text/plain', 'application/json; charset=utf-8', 'application/x-www-form-urlencoded', 'garbage'])(
    'should read JSON when the content type is %s, and fill in defaults',
    async (contentType) => {
      const response = await post('/api/things', '{"name":"x","further":1}', contentType);
      expect([response.statusCode, response.json()]).toEqual([201, { name: 'x', port: 22 }]);
    },
  );

  it('should keep application/octet-stream as bytes', async () => {
    const bytes = Buffer.from([0, 255, 123]);
    const response = await post('/api/echo', bytes, 'application/octet-stream');
    expect(response.json()).toMatchObject({ isBuffer: true, body: bytes.toString('latin1') });
  });

  it('should keep a body as bytes where that is asked for', async () => {
    expect((await post('/api/echo', ' {"a": 1} ')).json()).toMatchObject({ body: { a: 1 } });
    expect((await post('/api/echo?raw', 'a=1')).json()).toMatchObject({ isBuffer: true, body: 'a=1' });
  });

  it('should take an empty body for none', async () => {
    expect((await post('/api/echo', '', 'application/json')).json()).toEqual({ isBuffer: false });
  });

  it.each([
    ['no JSON', '{"a":', 400],
    ['nested deeply', '['.repeat(5_000) + ']'.repeat(5_000), 400],
    ['too large', JSON.stringify({ a: 'x'.repeat(30_000) }), 413],
  ])('should refuse a body that is %s', async (_, body, status) => {
    expect((await post('/api/echo', body)).statusCode).toBe(status);
  });

  it('should count only brackets outside of texts for the depth', async () => {
    const text = '[{"'.repeat(500);
    expect((await post('/api/echo', JSON.stringify({ text, next: '\\' }))).json()).toMatchObject({ body: { text } });
  });

  it('should drop a member that would change a prototype', async () => {
    const response = await post('/api/echo', '{"__proto__":{"admin":true},"b":1}');
    expect(response.json<{ body: object }>().body).toEqual({ b: 1 });
  });

  it.each(['/api/ping/', '/api/ping/?a=/', '/api/things/7/'])('should serve %s without a redirect', async (url) => {
    expect((await get(url)).statusCode).toBe(200);
  });

  it('should remove one slash only', async () => {
    expect((await get('/api/ping//')).statusCode).toBe(404);
  });

  it('should protect every answer, errors included', async () => {
    for (const url of ['/api/ping', '/api/fail/bug', '/api/nothing']) {
      expect((await get(url)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
    }
  });

  it('should not believe forwarded addresses unless it is told to', async () => {
    const before = logged.length;
    await get('/api/ping', { 'x-forwarded-for': '203.0.113.9' });
    expect(logged.slice(before).join('')).not.toContain('203.0.113.9');
  });

  it('should survive a client that leaves in the middle of a body', async () => {
    const { port } = new URL(await app.getUrl());
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write('POST /api/echo HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"a"', () => socket.destroy());
      });
      socket.on('close', () => resolve());
    });
    expect((await get('/api/ping')).statusCode).toBe(200);
  });

  it('should describe routes and schemas, with dates as texts', async () => {
    const document = (await get('/api/docs-json')).json<{
      paths: object;
      components: { schemas: Record<string, object> };
    }>();
    expect(Object.keys(document.paths)).toContain('/api/things/{id}');
    expect(JSON.stringify(document)).toContain('"format":"date-time"');
    expect((await get('/api/docs')).headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});
