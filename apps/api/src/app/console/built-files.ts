import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Files whose name holds a hash of their content. */
const HASHED = /^\/assets\/.+[-.][\w-]{8,}(\.lean)?\.\w+$/;
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

/** For ever where the name holds a hash, else only until it is asked for again. */
export const cachingOf = (file: string): string =>
  HASHED.test(file) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
