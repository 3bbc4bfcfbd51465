import { z } from 'zod';
import { Id, Time } from '../primitives/primitives.js';

/** Cache that a runner keeps of one project between tasks. */
export const RunnerCache = z.object({
  project_id: Id,
  /** Null: the project is gone, and its cache is left. */
  project_name: z.string().nullable(),
  bytes: z.int(),
  /** When a task last began or ended in it. */
  used: Time,
});
export type RunnerCache = z.infer<typeof RunnerCache>;

/** Caches of a runner, as last measured. */
export const RunnerCaches = z.object({
  /** Null: it has not reported any, as an older runner never does. */
  measured: Time.nullable(),
  /** Bytes that all its caches may take together; 0 = no limit. Beyond it those go whose projects ran longest ago. */
  limit: z.int(),
  /** Bytes of all that the reader may see. */
  total: z.int(),
  /** The largest first. */
  caches: z.array(RunnerCache),
});
export type RunnerCaches = z.infer<typeof RunnerCaches>;
