import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { User } from '@switchyard/database';
import { Client } from '../../testing/client.js';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  emailOfLiar,
  listen,
  runLyingProvider,
  type Lies,
  type ListeningServer,
} from '../../testing/lying-provider.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

const now = (): number => Math.floor(Date.now() / 1000);

/** Lies of a provider. `issuer` is its own. */
const LIES: [string, (issuer: string) => Lies][] = [
  ['names another audience', () => ({ claims: { aud: 'somebody-else' } })],
  ['names several audiences without an authorized party', () => ({ claims: { aud: ['other', 'more'] } })],
  ['names another authorized party', () => ({ claims: { aud: [CLIENT_ID, 'other'], azp: 'other' } })],
  ['names another issuer', () => ({ claims: { iss: 'https://accounts.example.com' } })],
  ['replays a nonce', () => ({ claims: { nonce: 'an-old-nonce' } })],
  ['leaves the nonce out', () => ({ claims: { nonce: undefined } })],
  ['sends a token that is over', () => ({ claims: { exp: now() - 3600, iat: now() - 7200 } })],
  ['sends a token without an end', () => ({ claims: { exp: undefined } })],
  ['names nobody', () => ({ claims: { sub: undefined } })],
  ['declares that no signature is needed', () => ({ header: { alg: 'none' }, signature: '' })],
  ['signs by the client secret instead of its key', () => ({ header: { alg: 'HS256' } })],
  ['signs by no known key', () => ({ header: { alg: 'ES256', kid: 'other' } })],
  ['signs something else', () => ({ signature: 'A'.repeat(342) })],
  ['names another person in the user info', () => ({ userInfo: { sub: 'somebody-else' } })],
  ['does not vouch for the email', () => ({ claims: { email_verified: false } })],
  ['calls itself another issuer', () => ({ discovery: { issuer: 'https://accounts.example.com' } })],
  ['has its keys nowhere', (issuer) => ({ discovery: { jwks_uri: `${issuer}/nowhere` } })],
  ['has no address for codes', () => ({ discovery: { token_endpoint: undefined } })],
];

let test: TestApp;
let providers: ListeningServer[];

/** One honest provider, one that claims too much, and one for every lie. */
const COUNT = LIES.length + 2;
const [HONEST, BOASTFUL] = [LIES.length, LIES.length + 1];

beforeAll(async () => {
  providers = await Promise.all(Array.from({ length: COUNT }, listen));
  const settings = providers.map(({ issuer }, index) => ({
    id: `provider-${index}`,
    name: 'Provider',
    issuer,
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
  }));
  test = await startTestApp((address) => ({
    SWITCHYARD_WEB_HOST: address,
    SWITCHYARD_AUTH_OIDC_PROVIDERS: JSON.stringify(settings),
    SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
  }));
});
afterAll(async () => {
  await test.close();
  await Promise.all(providers.map((provider) => provider.close()));
});

interface Ending {
  location: string | undefined;
  signedIn: boolean;
  users: Pick<User, 'admin' | 'pro' | 'external'>[];
}

/** How a sign-in by the provider ends with these lies. */
async function endingWith(index: number, lies: Lies): Promise<Ending> {
  const provider = providers[index] ?? (await listen());
  let nonce = '';
  runLyingProvider(provider, lies, () => nonce);
  const base = `/api/auth/oidc/provider-${index}`;
  const started = await new Client(test.address).get(`${base}/login`);
  const question = new URL(started.headers.location ?? '/', test.address).searchParams;
  nonce = question.get('nonce') ?? '';
  const cookie = started.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
  const query = new URLSearchParams({ code: 'code', state: question.get('state') ?? '' });
  const answer = await new Client(test.address, { cookie }).get(`${base}/redirect?${query.toString()}`);
  const cookies = answer.headers['set-cookie'] ?? [];
  return {
    location: answer.headers.location,
    signedIn: cookies.some((line) => line.startsWith('semaphore=')),
    users: await test.dataSource.manager.find(User, {
      select: { admin: true, pro: true, external: true },
      where: { email: emailOfLiar(provider) },
    }),
  };
}

describe('a provider', () => {
  const user = { admin: false, pro: false, external: true };

  it('should be accepted when it is honest', async () => {
    expect(await endingWith(HONEST, {})).toEqual({ location: `${test.address}/`, signedIn: true, users: [user] });
  });

  it('should not raise a person by what it claims', async () => {
    const more = { admin: true, role: 'owner', pro: true, external: false, id: 1 };
    expect(await endingWith(BOASTFUL, { claims: more, userInfo: more })).toMatchObject({
      signedIn: true,
      users: [user],
    });
  });

  it.each(LIES.map(([what, lie], index) => ({ what, lie, index })))(
    'should be refused when it $what',
    async ({ lie, index }) => {
      const lies = lie(providers[index]?.issuer ?? '');
      expect(await endingWith(index, lies)).toEqual({ location: '/auth/login', signedIn: false, users: [] });
    },
  );
});
