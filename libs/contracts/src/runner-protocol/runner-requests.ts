import { z } from 'zod';
import { Id } from '../primitives/primitives.js';

/** A program that a runner shall look for: a custom app, or a default app with another program. */
export const AppProbe = z.object({ id: z.string().max(64), path: z.string().max(255) });
export type AppProbe = z.infer<typeof AppProbe>;

/** Programs to look for beside the default ones. `revision` changes with the list. */
export const AppProbes = z.object({ revision: z.string().max(64), apps: z.array(AppProbe).max(200) });
export type AppProbes = z.infer<typeof AppProbes>;

/** Most projects of one {@link ProjectClearing}. When more wait for a runner, it is asked to clear everything. */
export const MAX_CLEARED_PROJECTS = 100;

/** Request to clear the caches of some projects; `request` is its name. */
export const ProjectClearing = z.object({
  request: z.string().max(64),
  projects: z.array(Id).max(MAX_CLEARED_PROJECTS),
});
export type ProjectClearing = z.infer<typeof ProjectClearing>;
