import { messageOf, retry } from '@switchyard/concurrency';

/** Between two tries. */
const PAUSE_MS = { min: 250, max: 250 };

const startedAt = performance.now();

/** @param {string} text */
export function note(text) {
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${text}`);
}

/**
 * A list of statements, each proved by a function that throws when it does not hold. One that fails does not stop the next.
 */
export class Proofs {
  /** @type {string[]} */
  failed = [];

  /**
   * @param {string} statement
   * @param {() => Promise<unknown>} proof
   * @returns {Promise<boolean>} whether it holds
   */
  async prove(statement, proof) {
    try {
      await proof();
      note(`✓ ${statement}`);
      return true;
    } catch (error) {
      this.failed.push(statement);
      note(`✗ ${statement}\n${messageOf(error)}`);
      return false;
    }
  }

  /** Closes with one line. @returns {number} exit code */
  conclude() {
    note(
      this.failed.length === 0 ? 'All of it holds' : `${this.failed.length} of it failed: ${this.failed.join('; ')}`,
    );
    return this.failed.length === 0 ? 0 : 1;
  }
}

/**
 * Repeats until it does not throw.
 * @template T
 * @param {() => T | Promise<T>} attempt
 * @param {number} timeoutMs
 * @returns {Promise<T>}
 */
export const eventually = (attempt, timeoutMs) => {
  const deadline = performance.now() + timeoutMs;
  return retry(async () => attempt(), { ...PAUSE_MS, isRetryable: () => performance.now() <= deadline });
};

/**
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} [context]
 */
export function same(actual, expected, context = '') {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) {
    throw new Error(`${found} instead of ${wanted}\n${context}`);
  }
}
