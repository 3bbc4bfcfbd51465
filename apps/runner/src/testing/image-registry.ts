import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A registry of one image for one user. */
export interface ImageRegistry {
  /** Host and port. */
  host: string;
  /** Values of the `authorization` header that arrived. */
  authorizations: Set<string>;
  stop(): void;
}

const REALM = { 'www-authenticate': 'Basic realm="images"', 'docker-distribution-api-version': 'registry/2.0' };

/**
 * Serves what the pull part of the OCI distribution specification asks for.
 * @param layout directory in the form of the OCI image layout, whose first manifest has every tag
 */
export async function startImageRegistry(layout: string, login: string, password: string): Promise<ImageRegistry> {
  const wanted = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  const authorizations = new Set<string>();
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    authorizations.add(authorization);
    if (authorization !== wanted) {
      response.writeHead(401, REALM).end();
      return;
    }
    const [, kind, reference = ''] = /\/(manifests|blobs)\/([^/]+)$/.exec(request.url ?? '') ?? [];
    const index = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8')) as {
      manifests: { digest: string; mediaType: string }[];
    };
    const [manifest] = index.manifests;
    const digest = reference.startsWith('sha256:') ? reference : (manifest?.digest ?? '');
    const path = join(layout, 'blobs', ...digest.split(':'));
    if (kind === undefined || !existsSync(path)) {
      response.writeHead(request.url === '/v2/' ? 200 : 404, REALM).end();
      return;
    }
    const type = kind === 'manifests' ? manifest?.mediaType : 'application/octet-stream';
    const content = readFileSync(path);
    response.writeHead(200, {
      'content-type': type,
      'content-length': content.length,
      'docker-content-digest': digest,
    });
    response.end(request.method === 'HEAD' ? undefined : content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, authorizations, stop: () => server.close() };
}
