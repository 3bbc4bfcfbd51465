/**
 * Prints the measures of the code, one line for each, and fails when one lies beyond its bound in `measure-bounds.json`.
 * With `--write` each measure that is better becomes the bound: do it with every change that makes one so.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { faultsOf, measure, tightened } from './measures.mjs';

const file = path.join(import.meta.dirname, 'measure-bounds.json');
const measures = measure(path.resolve(import.meta.dirname, '../..'));

for (const [what, places] of Object.entries(measures)) {
  const parts = Object.entries(places).map(([where, value]) => `${where} ${value}`);
  console.log(`figure: ${what}: ${parts.join(', ') || 'none'}`);
}
const bounds = JSON.parse(readFileSync(file, 'utf8'));
if (process.argv.includes('--write')) {
  writeFileSync(file, `${JSON.stringify(tightened(measures, bounds), null, 2)}\n`);
}
const faults = faultsOf(measures, bounds);
faults.forEach((fault) => console.log(fault));
process.exitCode = faults.length > 0 ? 1 : 0;
