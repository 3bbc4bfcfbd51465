import { createLogger } from '../logging/logger.js';
import { afterEach, describe, expect, it } from '@jest/globals';
import { HealthRegistry } from './health-registry.js';
import { startHealthServer, type HealthServer } from './health-server.js';

describe('HealthRegistry', () => {
  it('should be ok when every part is', async () => {
    const registry = new HealthRegistry();
    registry.register('database', async () => 1);
    registry.register('queue', async () => undefined);
    expect(await registry.report()).toEqual({ status: 'ok', checks: { database: { ok: true }, queue: { ok: true } } });
  });

  it('should name the part that is not ready, without passwords', async () => {
    const registry = new HealthRegistry();
    registry.register('database', () => Promise.reject(new Error('postgres://u:hunter2@db is away')));
    registry.register('queue', () => {
      throw new Error('not opened');
    });
    registry.register('bus', async () => 1);
    expect(await registry.report()).toEqual({
      status: 'unavailable',
      checks: {
        database: { ok: false, error: 'postgres://u:[redacted]@db is away' },
        queue: { ok: false, error: 'not opened' },
        bus: { ok: true },
      },
    });
  });

  it('should check once for callers that come at the same time, and again later', async () => {
    const registry = new HealthRegistry();
    let checks = 0;
    registry.register('database', async () => (checks += 1));
    await Promise.all([registry.report(), registry.report(), registry.report()]);
    expect(checks).toBe(1);
    await registry.report();
    expect(checks).toBe(2);
  });
});

describe('startHealthServer', () => {
  let server: HealthServer | undefined;
  afterEach(() => server?.close());

  it('should answer by the report, serve metrics and nothing else', async () => {
    const registry = new HealthRegistry();
    let ready = false;
    registry.register('database', async () => {
      if (!ready) {
        throw new Error('starting');
      }
    });
    const metrics = { token: 'a-token-of-metrics', text: async () => 'up 1\n' };
    server = await startHealthServer({ host: '127.0.0.1', port: 0, registry, metrics });
    const base = `http://127.0.0.1:${server.port}`;
    expect((await fetch(`${base}/api/health`)).status).toBe(503);
    expect(await (await fetch(`${base}/api/ping`)).text()).toBe('pong');
    ready = true;
    const response = await fetch(`${base}/api/health?x=1`);
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'ok', checks: { database: { ok: true } } },
    ]);
    const scrape = (authorization: string) => fetch(`${base}/metrics`, { headers: { authorization } });
    expect(await (await scrape('Bearer a-token-of-metrics')).text()).toBe('up 1\n');
    expect([(await fetch(`${base}/metrics`)).status, (await scrape('Bearer a-token-of-metric')).status]).toEqual([
      401, 401,
    ]);
    expect((await fetch(`${base}/else`)).status).toBe(404);
    expect((await fetch(`${base}/api/health`, { method: 'POST' })).status).toBe(404);
  });

  it('should answer the last errors of the process by facts alone, and those with the token', async () => {
    const logger = createLogger({ name: 'api', destination: { write: () => undefined } });
    const error = Object.assign(new Error('canary of a library'), { code: '42P01' });
    Array.from({ length: 60 }, (_, index) => logger.error({ err: error, path: '/canary' }, `Sentence ${index}`));
    logger.fatal(new TypeError('canary of a bare error'));
    logger.warn('A warning');
    const metrics = { token: 'a-token-of-metrics', text: async () => '' };
    server = await startHealthServer({ host: '127.0.0.1', port: 0, registry: new HealthRegistry(), metrics });
    const address = `http://127.0.0.1:${server.port}/errors`;
    expect((await fetch(address)).status).toBe(401);
    const answer = await fetch(address, { headers: { authorization: 'Bearer a-token-of-metrics' } });
    const errors = JSON.parse(await answer.text()) as object[];
    expect(errors).toHaveLength(50);
    expect(errors.slice(-2)).toEqual([
      {
        level: 'error',
        time: expect.any(String),
        name: 'api',
        msg: 'Sentence 59',
        err: { type: 'Error', code: '42P01' },
      },
      { level: 'fatal', time: expect.any(String), name: 'api', err: { type: 'TypeError' } },
    ]);
    expect(JSON.stringify(errors)).not.toContain('canary');
  });
});
