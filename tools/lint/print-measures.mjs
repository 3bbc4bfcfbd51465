/**
 * Prints the measures of the code, one line for each, and fails when one lies beyond its bound in `measure-bounds.json`.
 * With `--write` the measures become the bounds: lower them with every change that makes one better.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { faultsOf, measure } from './measures.mjs';

const file = path.join(import.meta.dirname, 'measure-bounds.json');
const measures = measure(path.resolve(import.meta.dirname, '../..'));

for (const [what, places] of Object.entries(measures)) {
  const parts = Object.entries(places).map(([where, value]) => `${where} ${value}`);
  console.log(`figure: ${what}: ${parts.join(', ') || 'none'}`);
}
if (process.argv.includes('--write')) {
  writeFileSync(file, `${JSON.stringify(measures, null, 2)}\n`);
} else {
  const faults = faultsOf(measures, JSON.parse(readFileSync(file, 'utf8')));
  faults.forEach((fault) => console.log(fault));
  process.exitCode = faults.length > 0 ? 1 : 0;
}
