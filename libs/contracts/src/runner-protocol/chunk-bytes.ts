/** Largest plain body of one chunk in bytes. A longer line is cut by the runner into pieces, each its own line. */
export const MAX_CHUNK_BYTES = 262_144;
