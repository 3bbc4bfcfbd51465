import { createServer } from 'node:http';
import { readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A web server that hands out bare repositories (the "dumb" protocol) to one user. */
export interface GitHttpServer {
  origin: string;
  /** Values of the `authorization` header that arrived. */
  authorizations: Set<string>;
  stop(): Promise<void>;
}

/** @param root directory of repositories prepared with `git update-server-info`. */
export async function startGitHttpServer(root: string, login: string, password: string): Promise<GitHttpServer> {
  const wanted = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  const authorizations = new Set<string>();
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    authorizations.add(authorization);
    const path = join(root, new URL(request.url ?? '/', 'http://x').pathname);
    if (authorization !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    } else if (statSync(path, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(200).end(readFileSync(path));
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { origin: `http://127.0.0.1:${port}`, authorizations, stop };
}
