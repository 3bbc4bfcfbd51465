import { z } from 'zod';
import { Id, TimeInput } from '../primitives/primitives.js';

/** Most caches of one report; a runner reports the largest. */
export const MAX_REPORTED_CACHES = 200;

/** What a runner keeps of one project between tasks: mirrors and downloads. */
export const ReportedCache = z.object({
  project: Id,
  /** On the disk. */
  bytes: z.int().min(0),
  /** When a task last began or ended in it. */
  used: TimeInput,
});
export type ReportedCache = z.infer<typeof ReportedCache>;

/** What the caches of a runner hold. */
export const MeasuredCaches = z.object({
  /** Bytes that all caches may take together; 0 = no limit. */
  limit: z.int().min(0),
  /** Bytes of all caches, those that are not listed included. */
  total: z.int().min(0),
  /** The largest first. */
  caches: z.array(ReportedCache).max(MAX_REPORTED_CACHES),
});
export type MeasuredCaches = z.infer<typeof MeasuredCaches>;

/**
 * Body of `caches`, sent when a measurement differs from the one before, and after each clearing that was requested. Answers 204; a
 * control plane that is older than the call answers 404.
 */
export const CachesRequest = MeasuredCaches.extend({
  /** Caches were cleared by request: people wait for this. */
  cleared: z.boolean(),
});
export type CachesRequest = z.infer<typeof CachesRequest>;
