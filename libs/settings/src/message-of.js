/**
 * The message of what was thrown, which may be anything. `libs/concurrency` has the same for what may import it.
 * @param {unknown} error
 * @returns {string}
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));
