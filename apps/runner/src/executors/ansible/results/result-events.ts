import { HostCounters } from '@switchyard/contracts';
import { z } from 'zod';

/** Events that the callback plugin writes, one JSON object a line. */
export const ResultEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('play'), time: z.number() }),
  z.object({ event: z.literal('error'), host: z.string(), task: z.string(), error: z.string() }),
  z.object({
    event: z.literal('stats'),
    time: z.number(),
    hosts: z.record(z.string(), HostCounters),
    /** All errors that were met, also those beyond the ones that were written. */
    errors: z.int().min(0),
  }),
  z.object({
    event: z.literal('outputs'),
    values: z.record(z.string(), z.unknown()),
    /** Names of the secret ones; `*` = all. */
    secret: z.array(z.string()),
  }),
]);
export type ResultEvent = z.infer<typeof ResultEvent>;

/** The event of a line, null when it is none: a playbook may write to the file too. */
export function parseResultEvent(line: string): ResultEvent | null {
  try {
    return ResultEvent.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
