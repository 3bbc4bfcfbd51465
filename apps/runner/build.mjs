import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));

/** Native add-ons that ssh2 uses when they are there and does without otherwise. */
const nativeAddOns = {
  name: 'native-add-ons',
  setup(esbuild) {
    esbuild.onResolve({ filter: /sshcrypto\.node$|^cpu-features$/ }, ({ path }) => ({ path, external: true }));
  },
};

await build({
  entryPoints: [at('src/main.ts')],
  outfile: at('dist/runner.cjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  conditions: ['@switchyard/source'],
  external: ['bufferutil', 'utf-8-validate'],
  define: { SWITCHYARD_VERSION: JSON.stringify(version) },
  banner: { js: '#!/usr/bin/env node' },
  plugins: [nativeAddOns],
  legalComments: 'none',
  logLevel: 'warning',
});
