import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT_ID = 'switchyard';
export const CLIENT_SECRET = 'a-client-secret-for-tests';

/** An HTTP server that a provider runs on. */
export interface ListeningServer {
  server: Server;
  issuer: string;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1, so that the issuer is known before the provider is made. */
export async function listen(): Promise<ListeningServer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { server, issuer: `http://127.0.0.1:${port}`, close };
}

/** Lies of a provider. */
export interface Lies {
  /** Over the claims of the ID token. */
  claims?: Readonly<Record<string, unknown>>;
  /** Over the header of the ID token. */
  header?: Readonly<Record<string, unknown>>;
  /** Instead of the signature. */
  signature?: string;
  /** Over the discovery document. */
  discovery?: Readonly<Record<string, unknown>>;
  /** Members of the user info that are replaced. */
  userInfo?: Readonly<Record<string, unknown>>;
}

/** Who signs in at a lying provider; no two of them are called alike. */
export const emailOfLiar = ({ issuer }: ListeningServer): string => `mallory-${new URL(issuer).port}@example.test`;

/** Runs a provider of a few lines whose answers can be bent. `nonce` of a question must be handed to it. */
export function runLyingProvider(listening: ListeningServer, lies: Lies, nonce: () => string): void {
  const { server, issuer } = listening;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' };
  const person = { sub: 'mallory', email: emailOfLiar(listening), email_verified: true };
  const idToken = (): string => {
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + 60 };
    const parts = [
      { alg: 'RS256', kid: 'k', ...lies.header },
      { iss: issuer, aud: CLIENT_ID, nonce: nonce(), ...times, ...person, ...lies.claims },
    ];
    const body = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    return `${body}.${lies.signature ?? sign('sha256', Buffer.from(body), key).toString('base64url')}`;
  };
  const documents: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      ...lies.discovery,
    }),
    '/jwks': () => ({ keys: [jwk] }),
    '/token': () => ({ access_token: 'access', token_type: 'Bearer', id_token: idToken() }),
    '/userinfo': () => ({ ...person, ...lies.userInfo }),
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const document = documents[new URL(request.url ?? '/', issuer).pathname];
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document?.() ?? {}));
  });
}
