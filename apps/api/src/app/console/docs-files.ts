import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownFile } from '../../own-file.js';
import { cachingOf, filesOf, latestBuild } from './built-files.js';
import { pagePolicyOf } from './docs-policy.js';

/** Where the documentation of this checkout is built. */
const BUILT_DOCS = fileURLToPath(ownFile('../../docs/dist/site'));
const PREFIX = '/docs';
const NO_PAGE = '/404.html';

interface Site {
  readonly files: ReadonlySet<string>;
  readonly policy: string;
}

/**
 * Serves the built documentation below `/docs`. It may be built, or rebuilt, while the server runs. Only files that its
 * build has written are served, so no path leads out of the directory.
 * @param directory of the build; as long as there is none, every path answers 404
 */
export function serveDocs(app: NestFastifyApplication, directory = BUILT_DOCS): void {
  const siteNow = latestBuild(directory, readSite);
  const fastify = app.getHttpAdapter().getInstance();
  const answer = async ({ originalUrl }: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(originalUrl);
    // Links of a page are relative to its folder, so the slash matters here, which `url` has lost.
    if (path === '') {
      return reply.redirect(`${PREFIX}/`, 302);
    }
    const site = await siteNow();
    if (!site) {
      return reply.code(404).type('text/plain; charset=utf-8').send('The documentation is not built: npm run docs');
    }
    const wanted = fileOf(path);
    const isThere = site.files.has(wanted);
    const file = isThere ? wanted : NO_PAGE;
    return reply
      .code(isThere ? 200 : 404)
      .headers(headersOf(file, site))
      .sendFile(file, directory);
  };
  fastify.get(PREFIX, answer);
  fastify.get(`${PREFIX}/*`, answer);
}

/** What follows the prefix, without the query. */
const pathOf = (url: string): string => url.slice(PREFIX.length).split('?', 1)[0] ?? '';

async function readSite(directory: string): Promise<Site> {
  const files = await filesOf(directory);
  return { files, policy: await pagePolicyOf(directory, files) };
}

/** A path without an extension names a page, one that ends in a slash the first page of a folder. */
function fileOf(path: string): string {
  if (path.endsWith('/')) {
    return `${path}index.html`;
  }
  return path.slice(path.lastIndexOf('/')).includes('.') ? path : `${path}.html`;
}

function headersOf(file: string, { policy }: Site): Record<string, string> {
  const shared = { 'cache-control': cachingOf(file), vary: 'accept-encoding' };
  return file.endsWith('.html') ? { ...shared, 'content-security-policy': policy } : shared;
}
