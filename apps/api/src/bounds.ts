/**
 * What one answer, one person or one address may take of this process. Every bound of reading and following is listed
 * here; those of bodies stand with the schemas and the parser. The table in the README of this app names them all.
 */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes of JSON of one answer with lines or rows; at least one line or row is in it. More is asked for by a cursor. */
export const MAX_ANSWER_BYTES = 4 * MIB;
/** The same for one batch of lines over a live connection. */
export const MAX_BATCH_BYTES = MIB;
/** Stored bytes that a walk over a whole log reads at a time, beside its first chunk. */
export const MAX_PAGE_BYTES = MIB;
/** Bytes that a list shows of each free text of a task; a longer one is empty there and whole in the task itself. */
export const MAX_LISTED_TEXT_BYTES = 2 * KIB;
