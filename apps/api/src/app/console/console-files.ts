import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownFile } from '../../own-file.js';
import { cachingOf, FIRST_PAGE, filesOf, latestBuild } from './built-files.js';

/** Where the console of this checkout is built. */
const BUILT_CONSOLE = fileURLToPath(ownFile('../../console/dist'));
/** Pages whose address is a secret of who has it. */
const SHARED = '/shared/';
const UNKNOWN_TO_OTHERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/**
 * Serves the built console: its files, compressed at build time (Brotli, gzip), and its page for every other path
 * without a dot in the last part, because the console routes by history. Paths under `/api` and requests that want JSON
 * are never answered with the page. Only files of the latest build are served, so no path leads out of the directory.
 * @param directory of the build; when it does not exist, only the API answers
 */
export function serveConsole(app: NestFastifyApplication, directory = BUILT_CONSOLE): void {
  if (!existsSync(join(directory, FIRST_PAGE))) {
    return;
  }
  const latestFiles = latestBuild(directory, filesOf);
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const file = fileFor(request);
    if (file === undefined || (await latestFiles())?.has(file) !== true) {
      return reply.callNotFound();
    }
    return reply.headers(headersOf(request, file)).sendFile(file, directory);
  });
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
