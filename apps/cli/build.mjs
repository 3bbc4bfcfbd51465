import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));

/** Usage: build.mjs [outfile] [--version text], for packages and tests. */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { version: { type: 'string' } } });

/** Compresses the WASM module in the text of sql.js, which every start of the command would parse. */
const packedWasm = {
  name: 'packed-wasm',
  setup({ onLoad }) {
    onLoad({ filter: /sql-wasm-inline\.js$/ }, ({ path }) => {
      const [before, text, after] = readFileSync(path, 'utf8').split(/"(AGFzbQ[\w+/=]+)"/);
      const packed = brotliCompressSync(Buffer.from(text, 'base64')).toString('base64');
      const opened = `require("node:zlib").brotliDecompressSync(Buffer.from("${packed}", "base64")).toString("base64")`;
      return { contents: before + opened + after, loader: 'js' };
    });
  },
};

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
    'sql.js': fileURLToPath(import.meta.resolve('sql.js/dist/sql-wasm-inline.js')),
    '@switchyard/contracts': at('../../libs/contracts/src/cli.ts'),
    '@switchyard/contracts/project-files': at('../../libs/contracts/src/project-files.ts'),
    '@switchyard/contracts/backup-seal': at('../../libs/contracts/src/backup-seal.ts'),
  },
  plugins: [packedWasm],
  external: ['bufferutil', 'utf-8-validate', 'pg-native'],
  define: { SWITCHYARD_VERSION: JSON.stringify(values.version ?? version), 'import.meta.url': '""' },
  banner: { js: '#!/usr/bin/env node' },
  legalComments: 'none',
  // Shorter code is parsed sooner, which every start of the command takes; names stay for stack traces.
  minifySyntax: true,
  minifyWhitespace: true,
  logLevel: 'warning',
});
