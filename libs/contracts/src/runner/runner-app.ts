import { z } from 'zod';

/** A tool the runner can execute: app id and the version its tool prints. */
export const RunnerApp = z.object({ id: z.string().max(64), version: z.string().max(200) });
export type RunnerApp = z.infer<typeof RunnerApp>;
