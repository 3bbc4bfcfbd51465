import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Fields of a secret. */
export type VaultFields = Record<string, unknown>;

/** How a request is answered instead of as the API describes; `null` = as that. */
export type VaultMood = ((response: ServerResponse, request: IncomingMessage) => void) | null;

export interface VaultServerOptions {
  /** The token that may read everything. */
  token: string;
  /** Files of a key and a certificate: it speaks TLS then. */
  tls?: { keyFile: string; certificateFile: string };
  /** Namespace of all secrets; a request that names another one finds nothing. */
  namespace?: string;
}

/**
 * A server of the KV engine (version 2) as the API of HashiCorp Vault and OpenBao publishes it: tokens, namespaces, reads of
 * secrets and their statuses. Neither npm nor Debian has one of the real servers.
 */
export interface TestVaultServer {
  address: string;
  /** `mount/path` of each request that came, in order. */
  reads: string[];
  /** Keeps a secret at `mount/path`; `null` = its version was deleted. */
  put(path: string, fields: VaultFields | null): void;
  /** Answers the next `count` requests like this; for ever without a count. */
  answer(mood: VaultMood, count?: number): void;
  /** Call in `afterAll`. */
  remove(): Promise<void>;
}

/** An answer of one status and body. */
export const plainAnswer =
  (status: number, body: string, headers: Record<string, string> = {}): NonNullable<VaultMood> =>
  (response) =>
    response.writeHead(status, headers).end(body);

export async function startVaultServer({ token, tls, namespace = '' }: VaultServerOptions): Promise<TestVaultServer> {
  const secrets = new Map<string, VaultFields | null>();
  const reads: string[] = [];
  let mood: { answer: VaultMood; left: number } = { answer: null, left: 0 };
  const listener: RequestListener = (request, response) => {
    reads.push(pathOf(request) ?? request.url ?? '');
    if (mood.answer !== null && mood.left > 0) {
      mood.left -= 1;
      mood.answer(response, request);
    } else {
      answer(request, response, { token, namespace, secrets });
    }
  };
  const server = tls
    ? createSecureServer({ key: readFileSync(tls.keyFile), cert: readFileSync(tls.certificateFile) }, listener)
    : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reads,
    put: (path, fields) => void secrets.set(path, fields),
    answer: (given, count = Infinity) => {
      mood = { answer: given, left: count };
    },
    remove: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Kept {
  token: string;
  namespace: string;
  secrets: ReadonlyMap<string, VaultFields | null>;
}

const METADATA = { created_time: '2026-01-31T12:00:00Z', custom_metadata: null, destroyed: false, version: 1 };

function answer(request: IncomingMessage, response: ServerResponse, { token, namespace, secrets }: Kept): void {
  const send = (status: number, body: object): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const path = pathOf(request);
  const isInNamespace = (request.headers['x-vault-namespace'] ?? '') === namespace;
  if (request.headers['x-vault-token'] !== token) {
    return send(403, { errors: ['permission denied'] });
  }
  const fields = path !== null && isInNamespace ? secrets.get(path) : undefined;
  if (fields === undefined) {
    return send(404, { errors: [] });
  }
  if (fields === null) {
    const metadata = { ...METADATA, deletion_time: '2026-02-01T12:00:00Z' };
    return send(404, { request_id: 'test', data: { data: null, metadata } });
  }
  const metadata = { ...METADATA, deletion_time: '' };
  send(200, {
    request_id: 'test',
    lease_id: '',
    renewable: false,
    lease_duration: 0,
    data: { data: fields, metadata },
  });
}

/** `mount/path` of `GET /v1/<mount>/data/<path>`; null = it is another call. */
function pathOf({ method, url }: IncomingMessage): string | null {
  const [, mount, path] = /^\/v1\/([^/]+)\/data\/(.+)$/.exec(url ?? '') ?? [];
  return method === 'GET' && mount !== undefined && path !== undefined
    ? [mount, ...path.split('/')].map(decodeURIComponent).join('/')
    : null;
}
