/** Paths that no linter reads: built, made by tools, or of a running server. */
export const ignored = ['**/dist/', '**/test-results/', '.nx/', '.tools/', 'data/'];
