import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Result that tools/jest/result-reporter.mjs writes at the end of a run.
 * @typedef {import('./totals.mjs').Counts & { suites: number }} Result
 */

/**
 * @param {string} directory of the project
 * @param {string} layer
 */
export function resultFile(directory, layer) {
  return path.join(directory, 'test-results', `${layer}.json`);
}

/**
 * @param {string} directory of the project
 * @param {string} layer
 * @returns {Result | undefined} undefined when the run left none
 */
export function readResult(directory, layer) {
  try {
    return JSON.parse(readFileSync(resultFile(directory, layer), 'utf8'));
  } catch {
    return undefined;
  }
}
