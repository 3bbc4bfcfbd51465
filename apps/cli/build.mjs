import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));

/** Usage: build.mjs [outfile] [--version text], for packages and tests. */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { version: { type: 'string' } } });

await build({
  entryPoints: [at('src/main.ts')],
  outfile: positionals[0] ?? at('dist/switchyard.cjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  conditions: ['@switchyard/source'],
  // A value that is missing there fails this build: add its module to that file.
  alias: {
    'sql.js': 'sql.js/dist/sql-wasm-inline.js',
    '@switchyard/contracts': at('../../libs/contracts/src/cli.ts'),
    '@switchyard/contracts/backup-seal': at('../../libs/contracts/src/backup-seal.ts'),
  },
  external: ['bufferutil', 'utf-8-validate', 'pg-native'],
  define: { SWITCHYARD_VERSION: JSON.stringify(values.version ?? version), 'import.meta.url': '""' },
  banner: { js: '#!/usr/bin/env node' },
  legalComments: 'none',
  // Shorter code is parsed sooner, which every start of the command takes; names stay for stack traces.
  minifySyntax: true,
  minifyWhitespace: true,
  logLevel: 'warning',
});
