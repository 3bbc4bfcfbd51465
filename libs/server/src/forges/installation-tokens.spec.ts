import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { OutboundAnswer, OutboundClient, OutboundRequest } from '../outbound/outbound-client.js';
import { OutboundError } from '../outbound/outbound-error.js';
import { InstallationTokens, keyDigest, type TokenRequest } from './installation-tokens.js';

const private_key = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString();
const ORIGIN = 'https://github.example.com';
const API = `${ORIGIN}/api/v3`;
const { signal } = new AbortController();

function requestOf(part: Partial<TokenRequest> = {}): TokenRequest {
  return {
    of: keyDigest(1, 'sealed'),
    app: { type: 'github_app', server: ORIGIN, app_id: '1', installation_id: '99', private_key },
    page: { forge: 'github', origin: ORIGIN, parts: ['ops', 'site'] },
    ...part,
  };
}

describe(InstallationTokens.name, () => {
  let sent: OutboundRequest[];
  let answer: () => Partial<OutboundAnswer> | Promise<never>;
  let minutes: number;
  let tokens: InstallationTokens;

  beforeEach(() => {
    [sent, minutes] = [[], 60];
    answer = () => ({
      status: 201,
      body: Buffer.from(
        JSON.stringify({ token: `t${sent.length}`, expires_at: new Date(Date.now() + minutes * 60_000).toISOString() }),
      ),
    });
    const send = async (request: OutboundRequest) => {
      sent.push(request);
      return { headers: {}, ...(await answer()) } as OutboundAnswer;
    };
    tokens = new InstallationTokens({ send } as unknown as OutboundClient, 30);
  });

  it('should be asked for once by those who want it at the same time, and kept', async () => {
    const wanted = [1, 2, 3].map(() => tokens.token(requestOf(), signal));
    expect(await Promise.all(wanted)).toEqual(['t1', 't1', 't1']);
    expect(await tokens.token(requestOf(), signal)).toBe('t1');
    expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', `${API}/app/installations/99/access_tokens`, '{"repositories":["site"]}'],
    ]);
  });

  it('should be one for each key, repository and set of permissions', async () => {
    const requests = [
      requestOf(),
      requestOf({ of: keyDigest(2, 'sealed') }),
      requestOf({ page: { forge: 'github', origin: ORIGIN, parts: ['ops', 'other'] } }),
      requestOf({ permissions: { contents: 'read' } }),
    ];
    const made = [...requests, ...requests].map((request) => tokens.token(request, signal));
    expect(new Set(await Promise.all(made)).size).toBe(4);
    expect(sent.map(({ body }) => body)).toContain('{"repositories":["site"],"permissions":{"contents":"read"}}');
  });

  it('should ask for what the app has of the permissions, and never for nothing, which would be everything', async () => {
    const permissions = { contents: 'write', issues: 'write', pull_requests: 'read' } as const;
    const has = { contents: 'read', issues: 'write', workflows: 'write' };
    const asked = async (installation: object): Promise<unknown> => {
      const token = answer as () => Partial<OutboundAnswer>;
      answer = () => ({
        ...token(),
        ...(sent.at(-1)?.method === 'GET' && { body: Buffer.from(JSON.stringify(installation)) }),
      });
      const row = requestOf({ permissions, asGranted: true, of: JSON.stringify(installation) });
      await tokens.token(row, signal);
      return JSON.parse(String(sent.at(-1)?.body));
    };
    expect(await asked({ id: 7, permissions: has })).toEqual({
      repositories: ['site'],
      permissions: { metadata: 'read', contents: 'read', issues: 'write' },
    });
    expect(await asked({ id: 7 })).toEqual({ repositories: ['site'], permissions: { metadata: 'read' } });
    expect(sent.map(({ url }) => url)).toEqual([
      `${API}/repos/ops/site/installation`,
      `${API}/app/installations/99/access_tokens`,
      `${API}/repos/ops/site/installation`,
      `${API}/app/installations/99/access_tokens`,
    ]);
  });

  it('should not be kept when less than asked for is left of it, nor after it was refused', async () => {
    minutes = 29;
    await tokens.token(requestOf(), signal);
    minutes = 31;
    expect(await tokens.token(requestOf(), signal)).toBe('t2');
    expect(await tokens.token(requestOf(), signal)).toBe('t2');
    tokens.forget(requestOf());
    expect(await tokens.token(requestOf(), signal)).toBe('t3');
  });

  it('should not be believed for longer than an hour', async () => {
    minutes = 10_000;
    await tokens.token(requestOf(), signal);
    const now = Date.now;
    Date.now = () => now() + 31 * 60_000;
    try {
      expect(await tokens.token(requestOf(), signal)).toBe('t2');
    } finally {
      Date.now = now;
    }
  });

  it('should be asked of the server of the app alone', async () => {
    const page = { forge: 'github', origin: 'https://evil.example', parts: ['ops', 'site'] } as const;
    await expect(tokens.token(requestOf({ page }), signal)).rejects.toMatchObject({ reason: 'other_server' });
    expect(sent).toEqual([]);
  });

  it.each<[string, () => Partial<OutboundAnswer> | Promise<never>, object]>([
    ['refuses', () => ({ status: 422, body: Buffer.from('{}') }), { status: 422 }],
    ['gives none', () => ({ status: 201, body: Buffer.from('{"token":"two\\nlines"}') }), { status: 201 }],
    ['is away', () => Promise.reject(new OutboundError('unreachable')), { fault: 'unreachable' }],
  ])('should be asked for again after a forge that %s', async (_, mood, reason) => {
    const well = answer;
    answer = mood;
    await expect(tokens.token(requestOf(), signal)).rejects.toMatchObject({ reason });
    answer = well;
    expect(await tokens.token(requestOf(), signal)).toBe('t2');
  });
});
