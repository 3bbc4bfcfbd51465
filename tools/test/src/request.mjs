import { clocks } from './clocks.mjs';
import { isNamed, namedSpecs } from './projects.mjs';

/**
 * Tests to run. names: parts of paths of spec files, relative to the checkout; empty = all.
 * @typedef {{ clocks: readonly (import('./clocks.mjs').Clock | null)[], layer: string | undefined, names: string[] }} Request
 */

const specLayers = /** @type {const} */ (['unit', 'integration', 'e2e', 'long']);
const checks = ['lint', 'format', 'types', 'dead-code'];

/**
 * Reads `[layer] [names]`, or `clocks [clock] [layer] [names]`.
 * @param {readonly string[]} args
 * @returns {Request | { fault: string }}
 */
export function readRequest(args) {
  const { chosen, rest } = args[0] === 'clocks' ? takeClock(args.slice(1)) : { chosen: [null], rest: args };
  const [layer, ...names] = rest;
  const known = args[0] === 'clocks' ? specLayers : [...checks, ...specLayers];
  if (layer !== undefined && !known.some((name) => name === layer)) {
    const clockNames = args[0] === 'clocks' ? `Clocks: ${clocks.map(({ name }) => name).join(', ')}. ` : '';
    return { fault: `Unknown layer "${layer}". ${clockNames}Layers: ${known.join(', ')}.` };
  }
  const fault = layer === undefined ? undefined : faultOfNames(layer, names);
  return fault === undefined ? { clocks: chosen, layer, names } : { fault };
}

/** @param {readonly string[]} args */
function takeClock(args) {
  const named = clocks.find(({ name }) => name === args[0]);
  return named ? { chosen: [named], rest: args.slice(1) } : { chosen: clocks, rest: args };
}

/**
 * @param {string} layer
 * @param {readonly string[]} names
 */
function faultOfNames(layer, names) {
  if (names.length === 0) {
    return undefined;
  }
  const specLayer = specLayers.find((name) => name === layer);
  if (!specLayer) {
    return `The layer ${layer} looks at the whole checkout and takes no names.`;
  }
  const files = namedSpecs(specLayer, []);
  const unknown = names.filter((name) => !files.some((file) => isNamed(file, [name])));
  return unknown.length > 0
    ? `No spec file of the layer ${layer} has this in its path: ${unknown.join(', ')}.`
    : undefined;
}
