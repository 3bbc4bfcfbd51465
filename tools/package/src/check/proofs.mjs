import { setTimeout as pause } from 'node:timers/promises';

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
      note(`✗ ${statement}\n${error instanceof Error ? error.message : String(error)}`);
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
export async function eventually(attempt, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) {
        throw error;
      }
    }
    await pause(250);
  }
}

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
