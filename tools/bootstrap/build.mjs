import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildStamp } from './build-stamp.mjs';
import { root } from './paths.mjs';
import { run } from './run.mjs';
import { requireWritable } from './writable.mjs';

const stampFile = path.join(root, 'node_modules', '.switchyard-build');
const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js');

/** Builds what changed. When no source and no output changed since the last build, Nx is not even started. */
export function ensureBuild() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === buildStamp(root)) {
    return;
  }
  requireWritable('The programs must be built');
  console.log('Building');
  run(process.execPath, [nx, 'run-many', '-t', 'build', '--output-style=static'], { quiet: true });
  writeFileSync(stampFile, buildStamp(root));
}
