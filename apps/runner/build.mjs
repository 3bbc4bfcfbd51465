import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));

/** Usage: build.mjs [outfile] [--version text], for packages and tests. */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { version: { type: 'string' } } });

/** Native add-ons that ssh2 uses when they are there and does without otherwise. */
const nativeAddOns = {
  name: 'native-add-ons',
  setup(esbuild) {
    esbuild.onResolve({ filter: /sshcrypto\.node$|^cpu-features$/ }, ({ path }) => ({ path, external: true }));
  },
};

const outfile = positionals[0] ?? at('dist/runner.cjs');

await build({
  entryPoints: [at('src/main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  conditions: ['@switchyard/source'],
  // A value that is missing there fails this build: add its module to that file.
  alias: {
    '@switchyard/contracts': at('../../libs/contracts/src/runner.ts'),
    '@switchyard/contracts/project-files': at('../../libs/contracts/src/project-files.ts'),
  },
  external: ['bufferutil', 'utf-8-validate'],
  define: { SWITCHYARD_VERSION: JSON.stringify(values.version ?? version) },
  banner: { js: '#!/usr/bin/env node' },
  plugins: [nativeAddOns],
  legalComments: 'none',
  // Without comments and indents; names stay, so that a stack trace can be read.
  minifyWhitespace: true,
  logLevel: 'warning',
});

// Node keeps the source of a program in memory: two bytes a character as soon as one is beyond Latin-1.
const beyond = /[^\x00-\x7f].{0,40}/.exec(readFileSync(outfile, 'utf8'));
if (beyond) {
  throw new Error(`${outfile} must be ASCII, and has: ${beyond[0]}`);
}
