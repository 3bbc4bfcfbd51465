import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { connectionAgent, proxyAgent } from './index.js';

const VARIABLES = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'ALL_PROXY',
  'all_proxy',
];
const before = Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]]));

function setVariables(variables: Record<string, string>): void {
  VARIABLES.forEach((name) => delete process.env[name]);
  Object.assign(process.env, variables);
}

function restore(): void {
  for (const name of VARIABLES) {
    delete process.env[name];
    Object.assign(process.env, before[name] !== undefined && { [name]: before[name] });
  }
}

/** The agent of an origin with just these variables. */
function agentOf(origin: string, variables: Record<string, string>): http.Agent {
  setVariables(variables);
  return connectionAgent(new URL(origin));
}

const PROXY = 'http://127.0.0.1:3128';

describe(connectionAgent.name, () => {
  afterEach(restore);

  it.each([
    ['http://control.example', {}, http.Agent],
    ['https://control.example', {}, https.Agent],
    ['http://control.example', { HTTP_PROXY: PROXY }, HttpProxyAgent],
    ['https://control.example', { https_proxy: PROXY }, HttpsProxyAgent],
    ['https://control.example', { HTTP_PROXY: PROXY }, https.Agent],
    ['https://control.example', { HTTPS_PROXY: PROXY, NO_PROXY: 'other.example,.example' }, https.Agent],
    ['https://control.example:8443', { HTTPS_PROXY: PROXY, NO_PROXY: 'control.example:443' }, HttpsProxyAgent],
  ])('should reach %s with %j by its own kind of agent', (origin, variables, kind) => {
    expect(agentOf(origin, variables).constructor).toBe(kind);
  });

  it('should hand a request to the proxy, and keep its connection for the next', async () => {
    const seen: string[] = [];
    let connections = 0;
    const proxy = http.createServer((request, response) => {
      seen.push(request.url ?? '');
      response.end('by proxy');
    });
    proxy.on('connection', () => (connections += 1));
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const agent = agentOf('http://control.example', {
      HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    });
    for (const path of ['/a', '/b']) {
      const [answer] = (await once(http.get(`http://control.example${path}`, { agent }), 'response')) as [
        http.IncomingMessage,
      ];
      expect(await text(answer)).toBe('by proxy');
    }
    agent.destroy();
    await new Promise((resolve) => proxy.close(resolve));
    expect(seen).toEqual(['http://control.example/a', 'http://control.example/b']);
    expect(connections).toBe(1);
  });
});

describe(proxyAgent.name, () => {
  afterEach(restore);

  it.each([
    ['http://hooks.example', {}, undefined],
    ['http://hooks.example', { HTTP_PROXY: PROXY, NO_PROXY: '.example' }, undefined],
    ['http://hooks.example', { HTTP_PROXY: PROXY }, HttpProxyAgent],
    ['https://hooks.example', { HTTPS_PROXY: PROXY }, HttpsProxyAgent],
  ])('should lead to %s with %j by its own kind of agent, or none', (address, variables, kind) => {
    setVariables(variables);
    const agent = proxyAgent(new URL(address));
    expect(agent?.constructor).toBe(kind);
  });
});
