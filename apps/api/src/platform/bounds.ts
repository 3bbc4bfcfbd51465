/**
 * Limits of one answer, one person or one address in this process. Every bound of reading and following is listed
 * here; those of bodies stand with the schemas and the parser. The table in the README of this app names them all.
 */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes of JSON of one answer with lines or rows; at least one line or row is in it. More is requested by a cursor. */
export const MAX_ANSWER_BYTES = 4 * MIB;
/** The same for one batch of lines over a live connection. */
export const MAX_BATCH_BYTES = MIB / 2;
/** Stored bytes that a walk over a whole log reads at a time, beside its first chunk. */
export const MAX_PAGE_BYTES = MIB;
/** Bytes of archived logs that are kept for those who go on reading there. */
export const MAX_KEPT_SEGMENT_BYTES = 16 * MIB;
/** Longest time in which a part of an archived log is fetched, in milliseconds. */
export const SEGMENT_MS = 20_000;
/** Longest time of one check of archived logs, in milliseconds; the next one goes on. */
export const ARCHIVE_CHECK_MS = 5_000;
/** Bytes of tasks as lists show them that are kept for the next list. */
export const MAX_KEPT_TASK_BYTES = 8 * MIB;
/** Bytes that a list shows of each free text of a task; a longer one is empty there and whole in the task itself. */
export const MAX_LISTED_TEXT_BYTES = 2 * KIB;

/** Rows of one kind that a project may have, such as templates. */
export const MAX_ROWS_OF_KIND = 10_000;
/** Schedules of a project: each one is work by itself. */
export const MAX_SCHEDULES = 1_000;

/** Threads that search logs, beside the one that serves requests. */
export const SEARCH_THREADS = 2;
/** Memory of such a thread, in MiB of JavaScript objects; one that needs more is ended with its job. */
export const SEARCH_THREAD_MIB = 64;
/** Searches that may wait for a thread; one more is refused. */
export const MAX_WAITING_SEARCHES = 64;
/** Longest time in which one answer gathers headings of a log, in milliseconds; the next one goes on. */
export const OUTLINE_MS = 2_000;
/** Longest time of one search, in milliseconds; what was found until then is answered, with the line to go on from. */
export const SEARCH_MS = 10_000;
/** How long one search has a thread before it is another's turn, in milliseconds. */
export const SEARCH_TURN_MS = 200;
/** A thread that does not answer so long after the end of its turn is ended: one line has taken all of it. */
export const SEARCH_OVERTIME_MS = 3_000;
/** Instructions of the compiled program of a regular expression. */
export const MAX_PROGRAM_SIZE = 2_000;

/** Largest body of a webhook that is judged by the thread that serves requests, in bytes. */
export const SMALL_WEBHOOK_BYTES = 64 * KIB;
/** Most work on a webhook in this thread, some milliseconds; one that takes more is judged in a thread of its own. */
export const WEBHOOK_HERE = { steps: MIB, kept: MIB / 2 } as const;
/** Most work on any webhook: its sender's proof, its JSON, its matchers and values. One that takes more is refused. */
export const WEBHOOK_LIMITS = { steps: 256 * MIB, kept: 16 * MIB } as const;
/** Threads that judge webhooks; one network has one of them at a time. */
export const WEBHOOK_THREADS = 2;
/** Memory of such a thread, in MiB of JavaScript objects. */
export const WEBHOOK_THREAD_MIB = 192;
/** Webhooks that may wait for a thread, of all and of one network; one more is answered 429. */
export const MAX_WAITING_WEBHOOKS = 32;
export const MAX_WAITING_WEBHOOKS_OF_NETWORK = 8;
/** Longest wait of a webhook for its turn, and then for a thread, in milliseconds. */
export const WEBHOOK_WAIT_MS = 5_000;
/** Longest time of judging a webhook in a thread, in milliseconds. */
export const WEBHOOK_MS = 4_000;

/** Largest versions of a state, together, that are shown by the thread that serves requests, in bytes. */
export const SMALL_STATE_BYTES = 128 * KIB;
/** Most work on showing a state in this thread; one that takes more is shown by a thread of its own. */
export const STATE_HERE = { steps: MIB, kept: MIB } as const;
/** Most work on showing any state: its parsing, and that of the version before. One that takes more is too large to show. */
export const STATE_LIMITS = { steps: 64 * MIB, kept: 32 * MIB } as const;
/** Threads that show states; one project has one of them at a time. */
export const STATE_THREADS = 2;
/** Memory of such a thread, in MiB of JavaScript objects. */
export const STATE_THREAD_MIB = 384;
/** Requests to show a state that may wait for a thread, of all and of one project; one more is answered 429. */
export const MAX_WAITING_STATES = 32;
export const MAX_WAITING_STATES_OF_PROJECT = 16;
/** Longest wait of such a request for its turn, and then for a thread, in milliseconds. */
export const STATE_WAIT_MS = 20_000;
/** Longest time of showing a state in a thread, in milliseconds. */
export const STATE_MS = 10_000;

/** Most bytes of a message, sealed between runners and server, that the thread which serves requests opens or seals. */
export const SMALL_BOX_BYTES = 128 * KIB;
/** Most bytes of a message that is opened or sealed at all: one step a byte. */
export const BOX_LIMITS = { steps: 65 * MIB, kept: 0 } as const;
/** Memory of the thread that seals and opens, in MiB of JavaScript objects; the bytes come beside it. */
export const BOX_THREAD_MIB = 64;
/** Those that may wait for the thread, of all and of one runner; one more is answered 429, and comes again. */
export const MAX_WAITING_BOXES = 64;
export const MAX_WAITING_BOXES_OF_RUNNER = 8;
/** Longest wait of one for its turn, and then for the thread, in milliseconds. */
export const BOX_WAIT_MS = 20_000;
/** Longest time of one in the thread, in milliseconds. */
export const BOX_MS = 15_000;

/** Largest view of a plan, as it is sent and as JSON, that is read by the thread that serves requests, in bytes. */
export const SMALL_PLAN_VIEW_BYTES = 32 * KIB;
/** Most work on reading any view of a plan: one step a byte of its JSON. */
export const PLAN_VIEW_LIMITS = { steps: 4 * MIB, kept: 0 } as const;
/** Memory of the thread that reads views of plans, in MiB of JavaScript objects. */
export const PLAN_VIEW_THREAD_MIB = 256;
/** Views that may wait for the thread, of all and of one runner; one more is answered 429, and comes again. */
export const MAX_WAITING_PLAN_VIEWS = 32;
export const MAX_WAITING_PLAN_VIEWS_OF_RUNNER = 8;
/** Longest wait of one for its turn, and then for the thread, in milliseconds. */
export const PLAN_VIEW_WAIT_MS = 20_000;
/** Longest time of reading one in the thread, in milliseconds. */
export const PLAN_VIEW_MS = 15_000;

/** Most bytes and values of a file that is restored: those of some 10,000 templates. */
export const MAX_FILE_BYTES = 16 * MIB;
export const MAX_FILE_VALUES = 500_000;
/** Largest file that is read by the thread that serves requests, in bytes. */
export const SMALL_DOCUMENT_BYTES = 128 * KIB;
/** Most work on reading a file: one step a byte. */
export const DOCUMENT_LIMITS = { steps: MAX_FILE_BYTES, kept: MAX_FILE_BYTES } as const;
/** Memory of the thread that reads files, in MiB of JavaScript objects. */
export const DOCUMENT_THREAD_MIB = 384;
/** Files that may wait for the thread, of all and of one person; one more is answered 429. */
export const MAX_WAITING_DOCUMENTS = 8;
export const MAX_WAITING_DOCUMENTS_OF_USER = 2;
/** Longest wait of a file for its turn, and then for the thread, in milliseconds. */
export const DOCUMENT_WAIT_MS = 20_000;
/** Longest time of reading a file in the thread, in milliseconds. */
export const DOCUMENT_MS = 15_000;

/** Open live connections of one user, of both kinds: more than anybody has tabs. */
export const MAX_SOCKETS_PER_USER = 50;
/** Those of one address or IPv6 network, behind which a whole office may sit. */
export const MAX_SOCKETS_PER_ADDRESS = 1_000;
/** Events that one console may send at once, and after how many milliseconds one more. */
export const SOCKET_EVENTS = { capacity: 30, refillMs: 100 } as const;
/** The same for all connections of a user; opening one counts too. */
export const USER_EVENTS = { capacity: 200, refillMs: 20 } as const;
/** Refused events after which a connection is closed. */
export const MAX_REFUSED_EVENTS = 200;

/** Rounds of the derivation (bcrypt_pbkdf) of a key whose passphrase is tested; `ssh-keygen` makes 16 or 24, each takes some 10 ms. */
export const MAX_BCRYPT_ROUNDS = 128;
/** The same of PBKDF2, in PEM: OpenSSL makes 2,048. A million takes half a second. */
export const MAX_PBKDF2_ROUNDS = 1_000_000;
/** Memory of the thread that tests passphrases, in MiB of JavaScript objects. */
export const PASSPHRASE_THREAD_MIB = 64;
/** Tests of passphrases that may wait for it, one of each person; one more is answered 429. */
export const MAX_WAITING_PASSPHRASES = 32;
/** Longest wait of a test for its turn, in milliseconds. */
export const PASSPHRASE_WAIT_MS = 10_000;
/** Longest time of a test, in milliseconds; the thread of one that takes longer is ended. */
export const PASSPHRASE_MS = 10_000;

/** Bytes that wait for a console from which on it is sent no lines; it requests them by number when it has read these. */
export const MAX_CONSOLE_BACKLOG = MIB / 2;
/** Packets of any kind that may wait for a console before its connection is closed. */
export const MAX_CONSOLE_PACKETS = 1_000;
/** Bytes that may wait for a plain WebSocket client before its connection is closed. */
export const MAX_PLAIN_BACKLOG = 4 * MIB;
/** Bytes that may wait for all connections of a user; the one that exceeds it is closed. */
export const MAX_USER_BACKLOG = 8 * MIB;
/** How long a console that catches up may read nothing before its connection is closed, in milliseconds. */
export const STALL_MS = 60_000;

/** Requests of one user that are worked on at a time, by what they cost; more wait for their turn. */
export const REQUESTS_AT_A_TIME = { log: 1, search: 1, passphrase: 1, branches: 4, read: 8, change: 64 } as const;
/** Requests for logs by links that one address may send at once, and after how many milliseconds one more; in each process. */
export const LOG_LINK_REQUESTS = { capacity: 300, refillMs: 100 } as const;
/** Requests of one user that may wait, of each kind; more are answered 429. */
export const MAX_WAITING_REQUESTS = 500;
