/**
 * Runs the layers of the test suite, or the one that is named, and closes with one line of totals. `clocks` runs the specs under
 * shifted clocks.
 */
import { checks, long, stages } from './layers.mjs';
import { readRequest } from './request.mjs';
import { passSignalsOn, run } from './run.mjs';
import { ensurePackages } from './system-packages.mjs';
import { add, closingLine, figuresIn, layerLine, noTests } from './totals.mjs';

passSignalsOn();
process.exitCode = await main(readRequest(process.argv.slice(2)));

/** @param {ReturnType<typeof readRequest>} request */
async function main(request) {
  if ('fault' in request) {
    console.error(request.fault);
    return 1;
  }
  const { layer: wanted, names, clocks } = request;
  const isChosen = (/** @type {import('./layers.mjs').Layer} */ { name }) => !wanted || name === wanted;
  const specLayers = (wanted === long.name ? [long] : stages).filter(isChosen);
  const isShifted = clocks.some((clock) => clock !== null);
  const isServed = isShifted || specLayers.some(({ needsServices }) => needsServices);
  const command = specLayers.some(({ name }) => name === 'e2e') ? 'docs' : 'build';
  const services = isServed ? prepareServices(command) : Promise.resolve('');
  const plain = { clock: null, names };
  const shown = isShifted ? [] : checks.filter(isChosen);
  const counts = await Promise.all(shown.map((layer) => report(layer, services, plain)));
  for (const clock of clocks) {
    await announce(clock, services);
    for (const layer of specLayers) {
      counts.push(await report(layer, services, { clock, names }));
    }
  }
  const totals = counts.reduce(add, noTests);
  console.log(closingLine(totals));
  return totals.failed > 0 ? 1 : 0;
}

/**
 * Prints which clock follows, once what shifts clocks is installed.
 * @param {import('./clocks.mjs').Clock | null} clock
 * @param {Promise<string>} services
 */
async function announce(clock, services) {
  if (clock) {
    await services;
    console.log(`${clock.name}: ${clock.meaning} (${clock.zone})`);
  }
}

/**
 * Installs what services and scenarios need and builds the programs, beside the checks.
 * @param {'build' | 'docs'} command docs: the documentation, too, which a scenario reads
 * @returns {Promise<string>} why they cannot run, empty when they can
 */
async function prepareServices(command) {
  const [missing, build] = await Promise.all([ensurePackages(), run('node', ['tools/bootstrap.mjs', command])]);
  const needed = `The tests need these programs on the PATH: ${missing.join(', ')}. Install them and start again.`;
  return [...(missing.length > 0 ? [needed] : []), ...(build.ok ? [] : [build.output])].join('\n');
}

/**
 * Runs a layer and prints its line, with its output when it failed.
 * @param {import('./layers.mjs').Layer} layer
 * @param {Promise<string>} services
 * @param {import('./layers.mjs').Scope} scope
 */
async function report({ name, needsServices, run: runLayer }, services, scope) {
  const refusal = needsServices || scope.clock ? await services : '';
  const startedAt = performance.now();
  const { output, ...counts } = refusal ? { ...noTests, failed: 1, output: refusal } : await runLayer(scope);
  if (counts.failed > 0) {
    console.log(output);
  }
  console.log(layerLine(name, counts, performance.now() - startedAt));
  figuresIn(output).forEach((figure) => console.log(`    ${figure}`));
  return counts;
}
