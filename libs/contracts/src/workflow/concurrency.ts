/**
 * What a start does while another run of the workflow has not ended: `parallel` runs beside it, `skip` starts nothing, `replace` stops it and begins
 * after its end, `queue` waits for its end.
 */
export const CONCURRENCY_POLICIES = ['parallel', 'skip', 'replace', 'queue'] as const;
export type ConcurrencyPolicy = (typeof CONCURRENCY_POLICIES)[number];

/** Most runs of one workflow that wait for their turn. */
export const MAX_QUEUED_RUNS = 100;
