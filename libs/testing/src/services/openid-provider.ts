import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Claims of the accounts at a provider, by what is typed at its log-in page. */
export type OpenIdAccounts = Record<string, Readonly<Record<string, unknown>>>;

/** An OpenID provider on a free port of 127.0.0.1. */
export interface TestOpenIdProvider {
  issuer: string;
  /** Its one client. */
  client: { client_id: string; client_secret: string };
  /**
   * Answers from now on. Apart from the start, because its client must know its address before its own is
   * known here. Prints that it is set up for tests.
   */
  serve(redirectUri: string, accounts: OpenIdAccounts): Promise<void>;
  /** Ends it. Call in `afterAll`. */
  remove(): Promise<void>;
}

const CLIENT = { client_id: 'switchyard', client_secret: 'a-client-secret-for-tests' };

/** A certified provider (npm `oidc-provider`) whose log-in page takes every password, and then requires consent. */
export async function startOpenIdProvider(): Promise<TestOpenIdProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    client: CLIENT,
    async serve(redirectUri, accounts) {
      const handle = await requestHandler(issuer, redirectUri, accounts);
      server.on('request', (request, response) => void handle(request, response));
    },
    async remove() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function requestHandler(issuer: string, redirectUri: string, accounts: OpenIdAccounts) {
  // Loaded when it is needed: few specs sign in at a provider, and it is large.
  const { default: Provider } = await import('oidc-provider');
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri], token_endpoint_auth_method: 'client_secret_post' }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username', 'groups'] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...accounts[id], sub: id }) }),
    pkce: { required: () => true },
    cookies: { keys: ['a-cookie-key-for-tests'] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  return provider.callback();
}
