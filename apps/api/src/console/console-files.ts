import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBuild, type BuiltFile } from './built-files.js';

/** Where the console of this checkout is built. */
const BUILT_CONSOLE = fileURLToPath(new URL('../../../console/dist', import.meta.url));
const PAGE = '/index.html';
/** Files whose name holds a hash of their content. */
const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/;
const YEAR_SECONDS = 31_536_000;

/**
 * Serves the built console: its files, and its page for every other path without a dot in the last part, because the
 * console routes by history. Paths under `/api` are never answered with the page.
 * @param directory of the build; when it does not exist, only the API answers
 */
export async function serveConsole(app: NestFastifyApplication, directory = BUILT_CONSOLE): Promise<void> {
  if (!existsSync(join(directory, PAGE))) {
    return;
  }
  const files = await readBuild(directory);
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/*', (request: FastifyRequest, reply: FastifyReply) => {
    const file = findFile(files, request.url);
    return file ? send(file, request, reply) : reply.callNotFound();
  });
}

interface Found extends BuiltFile {
  caching: string;
}

function findFile(files: ReadonlyMap<string, BuiltFile>, url: string): Found | undefined {
  const [path = '/'] = url.split('?', 1);
  if (path === '/api' || path.startsWith('/api/')) {
    return undefined;
  }
  const isPage = !path.slice(path.lastIndexOf('/')).includes('.');
  const file = files.get(isPage ? PAGE : path);
  const caching = HASHED.test(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
  return file && { ...file, caching };
}

function send({ type, body, gzipped, caching }: Found, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.type(type).header('cache-control', caching).header('vary', 'accept-encoding');
  const accepts = String(headers['accept-encoding'] ?? '').includes('gzip');
  return accepts && gzipped ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(body);
}
