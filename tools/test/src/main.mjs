/** Runs the layers of the test suite, or the one that is named, and closes with one line of totals. */
import { passSignalsOn, run } from './run.mjs';
import { ensurePackages } from './system-packages.mjs';
import { checks, long, stages } from './layers.mjs';
import { add, closingLine, figuresIn, layerLine, noTests } from './totals.mjs';

passSignalsOn();
process.exitCode = await main(process.argv.slice(2));

/** @param {string[]} args */
async function main([wanted]) {
  const isChosen = (/** @type {import('./layers.mjs').Layer} */ { name }) => !wanted || name === wanted;
  const all = [...checks, ...stages, long];
  const layers = all.filter((layer) => isChosen(layer) && (layer !== long || wanted));
  if (layers.length === 0) {
    const names = all.map(({ name }) => name);
    console.error(`Unknown layer "${wanted}". Layers: ${names.join(', ')}.`);
    return 1;
  }
  const services = layers.some(({ needsServices }) => needsServices) ? prepareServices() : Promise.resolve('');
  const reportAll = (/** @type {import('./layers.mjs').Layer[]} */ some) =>
    Promise.all(some.filter(isChosen).map((layer) => report(layer, services)));
  const counts = await reportAll(checks);
  for (const layer of wanted === long.name ? [long] : stages) {
    counts.push(...(await reportAll([layer])));
  }
  const totals = counts.reduce(add, noTests);
  console.log(closingLine(totals));
  return totals.failed > 0 ? 1 : 0;
}

/**
 * Installs what services and scenarios need and builds the programs, beside the checks.
 * @returns {Promise<string>} why they cannot run, empty when they can
 */
async function prepareServices() {
  const [missing, build] = await Promise.all([ensurePackages(), run('node', ['tools/bootstrap.mjs', 'build'])]);
  const needed = `The tests need these programs on the PATH: ${missing.join(', ')}. Install them and start again.`;
  return [...(missing.length > 0 ? [needed] : []), ...(build.ok ? [] : [build.output])].join('\n');
}

/**
 * Runs a layer and prints its line, with its output when it failed.
 * @param {import('./layers.mjs').Layer} layer
 * @param {Promise<string>} services
 */
async function report({ name, needsServices, run: runLayer }, services) {
  const refusal = needsServices ? await services : '';
  const startedAt = performance.now();
  const { output, ...counts } = refusal ? { ...noTests, failed: 1, output: refusal } : await runLayer();
  if (counts.failed > 0) {
    console.log(output);
  }
  console.log(layerLine(name, counts, performance.now() - startedAt));
  figuresIn(output).forEach((figure) => console.log(`    ${figure}`));
  return counts;
}
