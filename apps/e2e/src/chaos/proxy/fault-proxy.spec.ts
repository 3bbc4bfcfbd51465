import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import { Random } from '../random.js';
import { FaultProxy } from './fault-proxy.js';
import { CLEAR, type Fate, type NetworkConditions } from './network-conditions.js';

describe('FaultProxy', () => {
  let server: Server;
  let proxy: FaultProxy;
  let seen: string[];

  beforeEach(async () => {
    seen = [];
    server = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.end(`answer to ${request.url}`);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = await FaultProxy.start(new Random(1));
    proxy.origins = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`];
  });

  afterEach(async () => {
    await proxy.close();
    server.closeAllConnections();
    server.close();
  });

  const always = (fate: Exclude<Fate, 'pass'>): NetworkConditions => ({ ...CLEAR, [fate]: 1 });
  const send = async (path: string, token = 'one'): Promise<string> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(proxy.url + path, { method: 'POST', body: 'x', headers })).text();
  };

  it('should pass requests on in clear conditions, also when the first origin is down', async () => {
    proxy.origins = ['http://127.0.0.1:1', ...proxy.origins];
    expect(await Promise.all([send('/a'), send('/b')])).toEqual(['answer to /a', 'answer to /b']);
    expect(seen.toSorted()).toEqual(['/a', '/b']);
  });

  it('should cut before and after the request took effect', async () => {
    proxy.conditions = always('cut before');
    await expect(send('/before')).rejects.toThrow();
    proxy.conditions = always('cut after');
    await expect(send('/after')).rejects.toThrow();
    expect(seen).toEqual(['/after']);
  });

  it('should send a request twice and answer once', async () => {
    proxy.conditions = always('duplicate');
    expect(await send('/twice')).toBe('answer to /twice');
    await eventually(() => seen.length === 2);
  });

  it('should play a request again after it was answered', async () => {
    proxy.conditions = always('replay');
    expect(await send('/again')).toBe('answer to /again');
    await eventually(() => seen.length === 2, { timeout: 20_000 });
  }, 30_000);

  it('should let a later request of the same runner pass', async () => {
    proxy.conditions = always('reorder');
    const first = send('/first');
    await eventually(() => proxy.counts.reorder === 1);
    proxy.conditions = CLEAR;
    await Promise.all([first, send('/second')]);
    expect(seen).toEqual(['/second', '/first']);
  });

  it('should cut off one runner and not the others', async () => {
    proxy.isolate('one');
    await expect(send('/cut')).rejects.toThrow();
    expect(await send('/other', 'two')).toBe('answer to /other');
    proxy.rejoin('one');
    expect(await send('/back')).toBe('answer to /back');
    expect(seen).toEqual(['/other', '/back']);
  });
});
