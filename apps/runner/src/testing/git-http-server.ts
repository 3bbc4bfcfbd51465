import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

/** A web server that hands out bare repositories (the "dumb" protocol) to one user. */
export interface GitHttpServer {
  origin: string;
  /** Values of the `authorization` header that arrived. */
  authorizations: Set<string>;
  stop(): Promise<void>;
}

interface GitHttpOptions {
  /** Key and certificate in PEM; absent = without TLS. */
  tls?: { key: string; cert: string };
  /** Objects of Git LFS, by SHA-256 (docs/api/batch.md of git-lfs: batch API, basic transfer). */
  largeFiles?: ReadonlyMap<string, string>;
}

/** @param root directory of repositories prepared with `git update-server-info`. */
export async function startGitHttpServer(
  root: string,
  login: string,
  password: string,
  { tls, largeFiles = new Map() }: GitHttpOptions = {},
): Promise<GitHttpServer> {
  const wanted = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  const authorizations = new Set<string>();
  const answer: RequestListener = (request, response) => {
    const { authorization = '' } = request.headers;
    authorizations.add(authorization);
    const path = join(root, new URL(request.url ?? '/', 'http://x').pathname);
    if (authorization !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    } else if (path.endsWith('/info/lfs/objects/batch')) {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => answerBatch(`${origin()}/large`, Buffer.concat(chunks).toString(), response));
    } else if (largeFiles.has(basename(path))) {
      response.writeHead(200).end(largeFiles.get(basename(path)));
    } else if (statSync(path, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(200).end(readFileSync(path));
    } else {
      response.writeHead(404).end();
    }
  };
  const server = tls ? createTlsServer(tls, answer) : createServer(answer);
  const origin = () => `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { origin: origin(), authorizations, stop };
}

function answerBatch(base: string, body: string, response: ServerResponse): void {
  const { objects } = JSON.parse(body) as { objects: { oid: string; size: number }[] };
  const answered = objects.map((each) => ({ ...each, actions: { download: { href: `${base}/${each.oid}` } } }));
  response.writeHead(200, { 'content-type': 'application/vnd.git-lfs+json' });
  response.end(JSON.stringify({ transfer: 'basic', objects: answered }));
}
