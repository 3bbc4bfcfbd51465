/**
 * Tests by outcome.
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/** @type {Counts} */
export const noTests = Object.freeze({ passed: 0, failed: 0, skipped: 0 });

/**
 * @param {Counts} left
 * @param {Counts} right
 * @returns {Counts}
 */
export function add(left, right) {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

/** @param {Counts} counts */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * @param {string} name
 * @param {Counts} counts
 * @param {number} durationMs
 */
export function layerLine(name, counts, durationMs) {
  const seconds = `${(durationMs / 1000).toFixed(1)} s`;
  return `  ${name.padEnd(12)}${seconds.padStart(8)}   ${counts.failed > 0 ? 'FAILED' : 'ok'} (${counts.passed}/${counts.passed + counts.failed})`;
}

/**
 * Figures that tests report in their output: the lines `figure: …`.
 * @param {string} output
 */
export function figuresIn(output) {
  return [...output.matchAll(/^.*?\bfigure: (.+)$/gm)].map(([, text]) => text);
}
