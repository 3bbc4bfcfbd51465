import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownFile } from '../../own-file.js';
import type { IsBelow } from '../../platform/http/answer-below.js';
import { cachingOf, FIRST_PAGE, filesOf, latestBuild } from './built-files.js';
import { consolePageBelow } from './pages-below.js';

/** Where the console of this checkout is built. */
const BUILT_CONSOLE = fileURLToPath(ownFile('../../console/dist'));
/** Pages whose address is a secret of who has it. */
const SHARED = '/shared/';
const UNKNOWN_TO_OTHERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

export interface ConsoleOptions {
  /** Directory of the build; without it only the API answers. Default: that of this checkout. */
  directory: string | undefined;
  /** Path that people reach the server below, '' = none, and who came by it. */
  base: string;
  isBelow: IsBelow;
}

/**
 * Serves the built console: its files, compressed at build time (Brotli, gzip), and its page for every other path
 * without a dot in the last part, because the console routes by history. Paths under `/api` and requests that want JSON
 * are never answered with the page. Only files of the latest build are served, so no path leads out of the directory.
 * With a base path the page names its files below that, and who opens it elsewhere is led there.
 */
export function serveConsole(
  app: NestFastifyApplication,
  { directory = BUILT_CONSOLE, base, isBelow }: ConsoleOptions,
): void {
  if (!existsSync(join(directory, FIRST_PAGE))) {
    return;
  }
  const latest = latestBuild(directory, (from) => readBuild(from, base));
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const file = fileFor(request);
    const built = await latest();
    if (file === undefined || built?.files.has(file) !== true) {
      return reply.callNotFound();
    }
    if (file !== FIRST_PAGE || built.page === null) {
      return reply.headers(headersOf(request, file)).sendFile(file, directory);
    }
    return isBelow(request.raw)
      ? reply.headers(headersOf(request, file)).type('text/html; charset=utf-8').send(built.page)
      : reply.redirect(`${base}${request.originalUrl}`, 302);
  });
}

interface Build {
  files: ReadonlySet<string>;
  /** The page, where it is another one than that of the build. */
  page: string | null;
}

async function readBuild(directory: string, base: string): Promise<Build> {
  const files = await filesOf(directory);
  const page = base === '' ? null : consolePageBelow(await readFile(join(directory, FIRST_PAGE), 'utf8'), base);
  return { files, page };
}

function headersOf({ url }: FastifyRequest, file: string): Record<string, string> {
  return {
    'cache-control': cachingOf(file),
    vary: 'accept, accept-encoding',
    ...(url.startsWith(SHARED) && UNKNOWN_TO_OTHERS),
  };
}

function fileFor({ url, headers }: FastifyRequest): string | undefined {
  const [path = '/'] = url.split('?', 1);
  if (path === '/api' || path.startsWith('/api/')) {
    return undefined;
  }
  const isPage = !path.slice(path.lastIndexOf('/')).includes('.');
  if (isPage) {
    return wantsJson(headers.accept) ? undefined : FIRST_PAGE;
  }
  return path;
}

/** Programs name JSON in `Accept`; browsers that open a page name HTML (RFC 9110, section 12.5.1). */
const wantsJson = (accept = ''): boolean => accept.includes('application/json') && !accept.includes('text/html');
