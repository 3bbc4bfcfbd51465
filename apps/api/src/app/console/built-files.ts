import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Files whose name holds a hash of their content. */
const HASHED = /^\/assets\/.+[-.][\w-]{8,}(\.lean)?\.\w+$/;
/** The page for addresses without one of their own. */
export const FIRST_PAGE = '/index.html';
const YEAR_SECONDS = 31_536_000;

/**
 * Lets routes answer with files of directories that they name, in the form that was compressed at build time (Brotli,
 * gzip) where the client takes it.
 */
export async function sendBuiltFiles(app: NestFastifyApplication): Promise<void> {
  await app
    .getHttpAdapter()
    .getInstance()
    .register(fastifyStatic, {
      root: import.meta.dirname,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      index: false,
    });
}

/** Paths of all files below a directory as they stand in an address, such as `/assets/index-1a2b3c4d.js`. */
export async function filesOf(directory: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Set(paths.map((path) => `/${relative(directory, path).split(sep).join('/')}`));
}

/**
 * Reads a build, and reads again when another build replaces it while the server runs.
 * @returns the function that answers it; `undefined` as long as the build has no first page
 */
export function latestBuild<Built>(
  directory: string,
  read: (directory: string) => Promise<Built>,
): () => Promise<Built | undefined> {
  let known: { version: string; built: Promise<Built> } | undefined;
  return async () => {
    const page = await writtenAt(join(directory, FIRST_PAGE));
    if (page === 0) {
      return undefined;
    }
    // A build that is being written adds to its assets after its page.
    const version = `${page} ${await writtenAt(join(directory, 'assets'))}`;
    if (known?.version !== version) {
      known = { version, built: read(directory) };
    }
    return known.built;
  };
}

/** Milliseconds since 1970; 0 = it is not there. */
const writtenAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/** For ever where the name holds a hash, else only until it is asked for again. */
export const cachingOf = (file: string): string =>
  HASHED.test(file) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
