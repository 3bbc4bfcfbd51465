/**
 * `npm run docs`: makes the reference from the code, then the site with VitePress. The new site takes the place of the old one
 * when it is whole, so a server that runs never answers with half of it. A warning fails the build.
 */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vitepress';
import { built, next, source } from './site/places.mjs';
import { stage } from './site/stage.mjs';

const TEXT = /\.(html|js|css|svg|json)$/;
/** The highest quality that takes a whole site less than a second; the highest of all takes ten. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/**
 * Warnings of Vite and VitePress.
 * @type {string[]}
 */
const warnings = [];
const keep = (/** @type {string} */ message) => void warnings.push(message);
const logger = {
  hasWarned: false,
  info: () => undefined,
  warn: keep,
  warnOnce: keep,
  error: keep,
  clearScreen: () => undefined,
  hasErrorLogged: () => false,
};

stage(source);
rmSync(next, { recursive: true, force: true });
await build(source, {
  outDir: next,
  onAfterConfigResolve(site) {
    site.logger = logger;
    site.vite = { ...site.vite, customLogger: logger };
  },
});
if (warnings.length > 0) {
  console.error(warnings.join('\n'));
  process.exit(1);
}
compress(next);
rmSync(built, { recursive: true, force: true });
renameSync(next, built);

/** Puts a Brotli and a gzip form beside each text of a site. @param {string} directory */
function compress(directory) {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name));
  for (const name of names) {
    const file = path.join(directory, name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content, options));
    writeFileSync(`${file}.gz`, gzipSync(content));
  }
}
