import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { own } from '@switchyard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownFile } from '../../own-file.js';
import { cachingOf, filesOf, latestBuild } from './built-files.js';
import { pagePolicyOf } from './docs-policy.js';
import { docsFileBelow } from './pages-below.js';

/** Where the documentation of this checkout is built. */
const BUILT_DOCS = fileURLToPath(ownFile('../../docs/dist/site'));
const PREFIX = '/docs';
const NO_PAGE = '/404.html';
/** Types of the files that name other pages by their path, by the end of their name. */
const NAMING_PAGES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

interface Site {
  readonly files: ReadonlySet<string>;
  readonly policy: string;
}

/**
 * Serves the built documentation below `/docs`. It may be built, or rebuilt, while the server runs. Only files that its
 * build has written are served, so no path leads out of the directory.
 * @param directory of the build; as long as there is none, every path answers 404
 * @param base path that people reach the server below, which the site names then; '' = none
 */
export function serveDocs(
  app: NestFastifyApplication,
  { directory = BUILT_DOCS, base }: { directory: string | undefined; base: string },
): void {
  const siteNow = latestBuild(directory, (from) => readSite(from, base));
  const fastify = app.getHttpAdapter().getInstance();
  const answer = async ({ originalUrl }: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(originalUrl);
    // Links of a page are relative to its folder, so the slash matters here, which `url` has lost.
    if (path === '') {
      return reply.redirect(`${base}${PREFIX}/`, 302);
    }
    const site = await siteNow();
    if (!site) {
      return reply.code(404).type('text/plain; charset=utf-8').send('The documentation is not built: npm run docs');
    }
    const wanted = fileOf(path);
    const isThere = site.files.has(wanted);
    const file = isThere ? wanted : NO_PAGE;
    reply.code(isThere ? 200 : 404).headers(headersOf(file, site));
    const type = base === '' ? undefined : own(NAMING_PAGES, extname(file));
    return type === undefined
      ? reply.sendFile(file, directory)
      : reply.type(type).send(docsFileBelow(await readFile(join(directory, file), 'utf8'), base));
  };
  fastify.get(PREFIX, answer);
  fastify.get(`${PREFIX}/*`, answer);
}

/** Returns the path behind the prefix, without the query. */
const pathOf = (url: string): string => url.slice(PREFIX.length).split('?', 1)[0] ?? '';

async function readSite(directory: string, base: string): Promise<Site> {
  const files = await filesOf(directory);
  const contentOf = (page: string): Promise<string> => readFile(join(directory, page), 'utf8');
  const sent = base === '' ? contentOf : async (page: string) => docsFileBelow(await contentOf(page), base);
  return { files, policy: await pagePolicyOf(files, sent) };
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
