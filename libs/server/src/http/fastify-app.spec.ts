import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import {
  BadGatewayException,
  Body,
  Controller,
  Get,
  Module,
  NotFoundException,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { type PlainCode, problem, sentenceOf } from '@switchyard/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type IncomingMessage, request } from 'node:http';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { z } from 'zod';
import { createLogger } from '../logging/logger.js';
import { BodyLimit } from './bodies/body-limit.js';
import { OutsideError, UserError } from './errors/errors.js';
import { createFastifyApp } from './fastify-app.js';
import { setupOpenApi } from './open-api/open-api.js';

const Thing = z
  .object({
    name: z.string().min(1, 'must not be empty'),
    port: z.coerce.number().int().default(22),
    at: z.date().optional(),
  })
  .meta({ id: 'Thing' });

const LargeThing = z.object({ text: z.string() });

/** The answer with a problem of the catalogue. */
const body = (code: PlainCode, more: object = {}): string =>
  JSON.stringify({ error: sentenceOf(problem(code as 'in_use')), code, params: {}, ...more });

/** The answer to what the HTTP library refuses. */
const refused = (reason: string): string =>
  JSON.stringify({ error: reason, code: 'request_refused', params: { reason } });

const failures: Record<string, () => unknown> = {
  user: () => new UserError(400, problem('email_taken')),
  inUse: () => new UserError(400, problem('in_use'), { body: { inUse: true } }),
  empty: () => new UserError(404),
  tooMany: () => new UserError(429, problem('too_many_requests')),
  outside: () => new OutsideError(problem('mail_failed'), 503, { cause: new Error('smtp://u:hunter2@x') }),
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

  @Post('large')
  @BodyLimit(2 * 1024 * 1024)
  large(@Body({ schema: LargeThing }) body: z.infer<typeof LargeThing>) {
    return { length: body.text.length };
  }

  @Get('query')
  query(@Query() query: object) {
    return query;
  }

  @Post('echo')
  echo(@Body() body: unknown) {
    const isBuffer = Buffer.isBuffer(body);
    return { body: isBuffer ? body.toString('latin1') : body, isBuffer };
  }

  @Get('cookies')
  cookies(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.header('set-cookie', ['a=1', 'b=2']).header('etag', '"1"');
    return {};
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
      bodySenders: {
        stranger: ({ ip }) => ({ key: ip, share: 100_000 }),
        known: async ({ headers }) => {
          if (headers.authorization === undefined) {
            throw new UserError(401);
          }
          return { key: headers.authorization, share: 3_000_000 };
        },
      },
      keepRawBody: (request) => request.url.startsWith('/api/echo?raw'),
    });
    await setupOpenApi(app, { title: 'Things', version: '1.0' });
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app.close());

  const address = (): string => `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });
  const post = (url: string, payload: string | Buffer, contentType?: string) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: contentType === undefined ? {} : { 'content-type': contentType },
    });

  it('should spell header names as people do', async () => {
    const { rawHeaders } = await new Promise<IncomingMessage>((resolve, reject) =>
      request(`${address()}/api/cookies`, resolve).on('error', reject).end(),
    );
    const names = rawHeaders.filter((_, index) => index % 2 === 0);
    expect(names).toEqual(expect.arrayContaining(['Set-Cookie', 'ETag', 'Content-Type', 'X-Frame-Options', 'Date']));
    expect(names.filter((name) => name === 'Set-Cookie')).toHaveLength(2);
    expect(names.filter((name) => /^[a-z]/.test(name))).toEqual([]);
  });

  it.each([
    ['user', 400, body('email_taken')],
    ['inUse', 400, body('in_use', { inUse: true })],
    ['empty', 404, body('not_found')],
    ['outside', 503, body('mail_failed')],
    ['tooMany', 429, body('too_many_requests')],
    ['nestEmpty', 404, body('not_found')],
    ['nestText', 404, refused('No such thing')],
    ['nestGateway', 502, refused('Bad answer')],
    ['unique', 409, body('value_exists')],
    ['foreignKey', 409, body('reference_broken')],
    ['range', 400, body('number_range')],
    ['away', 503, body('database_away')],
  ])('should answer the failure "%s" with %d', async (kind, status, answer) => {
    const response = await get(`/api/fail/${kind}`);
    expect([response.statusCode, response.body]).toEqual([status, answer]);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.headers['retry-after']).toBe([429, 503].includes(status) ? '1' : undefined);
  });

  it.each(['bug', 'text'])(
    'should answer an unexpected failure (%s) with the id that stands in the log',
    async (kind) => {
      const response = await get(`/api/fail/${kind}`);
      expect(response.statusCode).toBe(500);
      expect(response.body).not.toContain('hunter2');
      const [, id] =
        /^\{"error":"Unexpected error, id ([0-9a-f]{12})","code":"unexpected","params":\{"id":"\1"\}\}$/.exec(
          response.body,
        ) ?? [];
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

  it('should name the methods of a known address for another one, and for OPTIONS', async () => {
    const refused = await app.inject({ method: 'DELETE', url: '/api/things' });
    expect([refused.statusCode, refused.headers.allow, refused.json<{ code: string }>().code]).toEqual([
      405,
      'OPTIONS, POST',
      'method_not_allowed',
    ]);
    const asked = await app.inject({ method: 'OPTIONS', url: '/api/fail/user?x=1' });
    expect([asked.statusCode, asked.headers.allow, asked.body]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
    expect((await app.inject({ method: 'OPTIONS', url: '/api/nothing' })).statusCode).toBe(404);
  });

  it('should list all mismatches of a body in one message', async () => {
    const response = await post('/api/things', '{"name":"","port":"x"}');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      error: 'name: must not be empty; port: must be a number',
      code: 'invalid_request',
      params: {},
      issues: [
        { path: ['name'], code: 'empty', params: {}, message: 'must not be empty' },
        { path: ['port'], code: 'not_number', params: {}, message: 'must be a number' },
      ],
    });
  });

  it('should name the parameter that is wrong', async () => {
    expect((await get('/api/things/x')).json()).toMatchObject({ error: 'must be a number' });
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

  it('should keep a body as bytes where the route selects that', async () => {
    expect((await post('/api/echo', ' {"a": 1} ')).json()).toMatchObject({ body: { a: 1 } });
    expect((await post('/api/echo?raw', 'a=1')).json()).toMatchObject({ isBuffer: true, body: 'a=1' });
  });

  it('should take an empty body for none', async () => {
    expect((await post('/api/echo', '', 'application/json')).json()).toEqual({ isBuffer: false });
  });

  it.each([
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, 'The body is not valid UTF-8'],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 400, 'The body is not valid UTF-8'],
    ['nested deeply', '['.repeat(5_000), 400, /^The body is nested more than 100 levels deep, at 0\.0/],
    [
      'a lone surrogate',
      '{"a":[{"b":"\\ud800"}]}',
      400,
      'The body must not contain half of a surrogate pair, at a.0.b',
    ],
    ['NUL', '{"a":"\\u0000"}', 400, 'The body must not contain the NUL character (\\u0000), at a'],
    ['a prototype', '{"__proto__":{"admin":true}}', 400, 'The body must not have a member __proto__, at __proto__'],
    ['too large', JSON.stringify({ a: 'x'.repeat(65_536) }), 413, 'The body is larger than 64 KiB'],
  ])('should refuse a body with %s', async (_, body, status, error) => {
    const response = await post('/api/echo', body);
    expect([response.statusCode, response.json()]).toMatchObject([
      status,
      { error: typeof error === 'string' ? error : expect.stringMatching(error) },
    ]);
  });

  it('should name the fault of a body that is no JSON at all', async () => {
    const response = await post('/api/echo', '{"a":');
    expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([
      400,
      'The body is not valid JSON',
    ]);
  });

  it('should count only brackets outside of texts for the depth', async () => {
    const text = '[{"'.repeat(500);
    expect((await post('/api/echo', JSON.stringify({ text, next: '\\' }))).json()).toMatchObject({ body: { text } });
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

  it('should not trust forwarded addresses by default', async () => {
    const before = logged.length;
    await get('/api/ping', { 'x-forwarded-for': '203.0.113.9' });
    expect(logged.slice(before).join('')).not.toContain('203.0.113.9');
  });

  it.each([
    ['/api/query?a=%ff', 400, 'The address is not percent-encoded UTF-8'],
    ['/api/query?a=%ed%a0%80', 400, 'The address is not percent-encoded UTF-8'],
    ['/api/query?a=%', 400, 'The address is not percent-encoded UTF-8'],
    ['/api/things/%ff', 400, 'The address is not percent-encoded UTF-8'],
    ['/api/query?a=%00', 400, 'The address must not contain the NUL character'],
    ['/api/things/%00', 400, 'The address must not contain the NUL character'],
    [`/api/query?${'a=1&'.repeat(100)}`, 400, 'The query has more than 100 members'],
    [`/api/query?a=${'x'.repeat(8192)}`, 414, 'The address is longer than 8192 characters'],
  ])('should refuse the address %#', async (url, status, error) => {
    const response = await get(url);
    expect([response.statusCode, response.json()]).toMatchObject([status, { error }]);
  });

  it('should understand an address with any other text', async () => {
    expect((await get('/api/query?a=%F0%9F%98%80%20%C3%A4&b=1')).json()).toEqual({ a: '\u{1f600} \u00e4', b: '1' });
  });

  /** Sends the parts over a socket of its own; answers what came back until the server closed it, and what was sent. */
  const sendParts = async (head: string[], parts: Iterable<string>): Promise<{ answer: string; sent: number }> => {
    const { port } = new URL(await app.getUrl());
    const socket = connect(Number(port), '127.0.0.1');
    let answer = '';
    let sent = 0;
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    const over = new Promise((resolve) => socket.on('close', resolve).on('error', resolve));
    socket.write(`${['POST /api/large HTTP/1.1', 'host: x', ...head].join('\r\n')}\r\n\r\n`);
    for (const part of parts) {
      if (answer !== '' || socket.destroyed) {
        break;
      }
      sent += part.length;
      socket.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await over;
    return { answer, sent };
  };
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;

  it.each([
    ['a declared length', 'content-length: 1500000'],
    ['chunks', 'transfer-encoding: chunked'],
  ])('should not read a large body of a stranger, sent with %s', async (_, header) => {
    const { answer } = await sendParts([header], []);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/connection: close/i);
  });

  it('should stop to read at the limit of the route', async () => {
    const parts = Array.from({ length: 4096 }, () => chunk);
    const { answer, sent } = await sendParts(['transfer-encoding: chunked', 'authorization: me'], parts);
    expect(answer).toContain('413 Payload Too Large');
    expect(answer).toContain('{"error":"The body is larger than 2 MiB","code":"body_too_large"');
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });

  it('should take a large body of somebody who is known', async () => {
    const payload = JSON.stringify({ text: 'x'.repeat(1_500_000) });
    const headers = { authorization: 'me' };
    const response = await app.inject({ method: 'POST', url: '/api/large', payload, headers });
    expect(response.json()).toEqual({ length: 1_500_000 });
    expect((await post('/api/large', JSON.stringify({ text: 'small' }))).json()).toEqual({ length: 5 });
  });

  it('should bound what one sender has in memory at once, and give it back', async () => {
    const payload = JSON.stringify({ text: 'x'.repeat(1_000_000) });
    const { port } = new URL(await app.getUrl());
    const send = async (who: string): Promise<number> => {
      const headers = { authorization: who };
      const response = await fetch(`http://127.0.0.1:${port}/api/large`, { method: 'POST', body: payload, headers });
      await response.arrayBuffer();
      return response.status;
    };
    const received: Socket[] = [];
    const server: Server = app.getHttpServer();
    const note = (socket: Socket): void => void received.push(socket);
    server.on('connection', note);
    const head = `POST /api/large HTTP/1.1\r\nhost: x\r\nauthorization: greedy\r\ncontent-length: ${payload.length}\r\n\r\n`;
    const half = head + payload.slice(0, -1);
    const halves = Array.from({ length: 2 }, () => connect(Number(port), '127.0.0.1').setNoDelay());
    halves.forEach((socket) => socket.write(half));
    // A body that is sent before both are in would take their place.
    await eventually(() => received.filter(({ bytesRead }) => bytesRead === half.length).length === halves.length);
    server.off('connection', note);
    await eventually(async () => (await send('greedy')) === 429);
    expect(await send('other')).toBe(201);
    halves.forEach((socket) => socket.destroy());
    await eventually(async () => (await send('greedy')) === 201);
  });

  it('should answer 16 MiB of empty lists at once', async () => {
    const hostile = Buffer.from(`{"z":[${'[],'.repeat(700_000)}[]]}`);
    const started = performance.now();
    const known = { authorization: 'me' };
    const [large, small] = [hostile.subarray(0, 2_000_000), hostile];
    const response = await app.inject({ method: 'POST', url: '/api/large', payload: large, headers: known });
    expect(response.json()).toMatchObject({
      error: expect.stringMatching(/^The body has more than 100000 values, at z\./),
    });
    expect((await post('/api/echo', small)).statusCode).toBe(413);
    expect(performance.now() - started).toBeLessThan(20_000);
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
    expect(document.paths).toMatchObject({
      '/api/large': {
        post: { 'x-body-limit': 2 * 1024 * 1024, responses: { 413: { description: 'The body is larger than 2 MiB' } } },
      },
      '/api/things': { post: { responses: { 413: { description: 'The body is larger than 64 KiB' } } } },
    });
    expect((await get('/api/docs')).headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});
