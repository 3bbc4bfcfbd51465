import { z } from 'zod';
import { AttemptLease } from './messages.js';
import { MAX_LOG_LINES, MAX_TIME_MS } from './log-frame.js';

/** Most characters of the text of an open line. */
export const MAX_OPEN_LINE_TEXT = 2_000;
/** Most open lines of one request. */
export const MAX_OPEN_LINES = 40;
/** Most bytes of a request: a control character takes six as JSON. */
export const MAX_OPEN_LINES_REQUEST_BYTES = MAX_OPEN_LINES * (6 * MAX_OPEN_LINE_TEXT + 256);

/**
 * Body of `open-lines`: last lines of attempts that have no end yet, such as a prompt or a progress bar, as far as they are
 * written. Answers 204, also for leases that are over; a control plane that is older than the call answers 404. Nothing of it
 * is stored: the line comes with `log` once it has its end, and counts from then on alone.
 */
export const OpenLinesRequest = z.object({
  lines: z
    .array(
      AttemptLease.extend({
        /** Number that the line will have, 0-based. */
        line: z.int().min(0).max(MAX_LOG_LINES),
        /** When its last bytes were written, epoch milliseconds. */
        time: z.int().min(0).max(MAX_TIME_MS),
        /** Masked, from its last carriage return on; empty = nothing of it can be shown any more. */
        text: z.string().max(MAX_OPEN_LINE_TEXT),
      }),
    )
    .min(1)
    .max(MAX_OPEN_LINES),
});
export type OpenLinesRequest = z.infer<typeof OpenLinesRequest>;
/** An open line on its way from the runner. */
export type SentOpenLine = OpenLinesRequest['lines'][number];
