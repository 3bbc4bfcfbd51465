import { z } from 'zod';
import { JsonValue } from '../primitives/bounded.js';
import { TimeInput } from '../primitives/primitives.js';
import { HostCounters, ToolStage } from '../task/results.js';
import { MAX_LOG_LINES } from './log-frame.js';
import { AttemptLease } from './messages.js';

/** Most rows of each list in one `results` call; a runner with more calls several times. */
export const MAX_RESULT_ROWS = 1000;

/**
 * Results of an attempt. A host is known by its name, an error by `index` (its place among the errors of the attempt,
 * from 0), a stage by its type: what was sent before under the same key is replaced. Lines are 0-based.
 */
export const ResultsRequest = AttemptLease.extend({
  hosts: z.array(HostCounters.extend({ host: z.string().min(1).max(1024) })).max(MAX_RESULT_ROWS),
  errors: z
    .array(
      z.object({
        index: z.int().min(0).max(100_000),
        host: z.string().max(1024),
        task: z.string().max(1024),
        error: z.string().max(16_384),
      }),
    )
    .max(MAX_RESULT_ROWS),
  stages: z
    .array(
      z.object({
        type: ToolStage,
        start: TimeInput.nullable(),
        end: TimeInput.nullable(),
        first_line: z.int().min(0).max(MAX_LOG_LINES).nullable(),
        last_line: z.int().min(0).max(MAX_LOG_LINES).nullable(),
        result: JsonValue(16_384).optional(),
      }),
    )
    .max(16),
});
export type ResultsRequest = z.infer<typeof ResultsRequest>;
