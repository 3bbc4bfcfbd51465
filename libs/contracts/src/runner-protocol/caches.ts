import { z } from 'zod';
import { Id, TimeInput } from '../primitives/primitives.js';

/** Most caches of one report; a runner reports the largest. */
export const MAX_REPORTED_CACHES = 200;

/** Cache that a runner keeps of one project between tasks: mirrors and downloads. */
export const ReportedCache = z.object({
  project: Id,
  /** On the disk. */
  bytes: z.int().min(0),
  /** When a task last began or ended in it. */
  used: TimeInput,
});
export type ReportedCache = z.infer<typeof ReportedCache>;

/** Room on the disk of the work directory, in bytes. */
export const DiskRoom = z.object({
  /** In steps of {@link DISK_STEP}. */
  free: z.int().min(0),
  /** Below which the runner takes no tasks. */
  needed: z.int().min(0),
});
export type DiskRoom = z.infer<typeof DiskRoom>;

/** Change of free space, in bytes, from which a new report goes out: free space changes all the time. */
export const DISK_STEP = 64 * 1024 * 1024;

/** Caches of a runner, as measured. */
export const MeasuredCaches = z.object({
  /** Bytes that all caches may take together; 0 = no limit. */
  limit: z.int().min(0),
  /** Bytes of all caches, those that are not listed included. */
  total: z.int().min(0),
  /** The largest first. */
  caches: z.array(ReportedCache).max(MAX_REPORTED_CACHES),
  /** Older runners do not say it. */
  disk: DiskRoom.optional(),
});
export type MeasuredCaches = z.infer<typeof MeasuredCaches>;

/**
 * Body of `caches`, sent when a measurement differs from the one before or is old, and after each clearing that was requested. Answers 204; a
 * control plane that is older than the call answers 404.
 */
export const CachesRequest = MeasuredCaches.extend({
  /** Caches were cleared by request: people wait for this. */
  cleared: z.boolean(),
  /** When it was sent, by the clock of the runner; older ones do not say it. */
  time: TimeInput.optional(),
});
export type CachesRequest = z.infer<typeof CachesRequest>;
