import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** One file of the build, in memory. */
export interface BuiltFile {
  type: string;
  body: Buffer;
  /** The same body by gzip; absent when that saves nothing. */
  gzipped?: Buffer;
}

/**
 * Reads a build directory: its files by their path in the address, such as `/assets/index-1a2b3c4d.js`. Only what was
 * found here can be served, so no path leads out of the directory.
 */
export async function readBuild(directory: string): Promise<Map<string, BuiltFile>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(
    async (path) => [`/${relative(directory, path).split(sep).join('/')}`, await readBuilt(path)] as const,
  );
  return new Map(await Promise.all(files));
}

async function readBuilt(path: string): Promise<BuiltFile> {
  const body = await readFile(path);
  const gzipped = await compress(body);
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  return gzipped.length < body.length ? { type, body, gzipped } : { type, body };
}
