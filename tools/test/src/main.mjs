/** Runs the layers of the test suite in order, or the one that is named, and closes with one line of totals. */
import { passSignalsOn } from './run.mjs';
import { ensurePackages } from './system-packages.mjs';
import { layers } from './layers.mjs';
import { add, closingLine, figuresIn, layerLine, noTests } from './totals.mjs';

passSignalsOn();
process.exitCode = await main(process.argv.slice(2));

/** @param {string[]} args */
async function main([wanted]) {
  const chosen = wanted ? layers.filter(({ name }) => name === wanted) : layers;
  if (chosen.length === 0) {
    console.error(`Unknown layer "${wanted}". Layers: ${layers.map(({ name }) => name).join(', ')}.`);
    return 1;
  }
  const missing = chosen.some(({ needsPackages }) => needsPackages) ? await ensurePackages() : [];
  if (missing.length > 0) {
    console.error(`The tests need these programs on the PATH: ${missing.join(', ')}. Install them and start again.`);
    console.log(closingLine({ ...noTests, failed: 1 }));
    return 1;
  }
  const totals = await runLayers(chosen);
  console.log(closingLine(totals));
  return totals.failed > 0 ? 1 : 0;
}

/** @param {import('./layers.mjs').Layer[]} chosen */
async function runLayers(chosen) {
  let totals = noTests;
  for (const { name, run } of chosen) {
    const startedAt = performance.now();
    const { output, ...counts } = await run();
    if (counts.failed > 0) {
      console.log(output);
    }
    console.log(layerLine(name, counts, performance.now() - startedAt));
    figuresIn(output).forEach((figure) => console.log(`    ${figure}`));
    totals = add(totals, counts);
  }
  return totals;
}
