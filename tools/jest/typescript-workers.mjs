import { existsSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

/** Lets worker threads that specs start run from TypeScript: jest transforms only what it loads itself. */
if (!isMainThread) {
  register(import.meta.url);
}

/** @param {string} url */
const isSource = (url) => url.startsWith('file:') && url.endsWith('.ts');

/**
 * A source imports its neighbour `x.ts` as `x.js`.
 * @type {import('node:module').ResolveHook}
 */
export function resolve(specifier, context, next) {
  const from = context.parentURL;
  const url = URL.canParse(specifier, from) ? new URL(specifier, from).href : '';
  const source = url.replace(/\.js$/, '.ts');
  const isFile = url.startsWith('file:') && source !== url && !existsSync(fileURLToPath(url));
  const conditions = ['@switchyard/source', ...context.conditions];
  return isFile ? { url: source, format: 'module', shortCircuit: true } : next(specifier, { ...context, conditions });
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!isSource(url)) {
    return next(url, context);
  }
  const { transformSync } = await import('@swc/core');
  const { code } = transformSync(readFileSync(fileURLToPath(url), 'utf8'), {
    swcrc: false,
    module: { type: 'es6' },
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
