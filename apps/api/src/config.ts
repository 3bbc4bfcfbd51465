import { PREMIUM_FEATURES } from '@switchyard/contracts';
import { listSetting, serverConfigShape } from '@switchyard/server';
import { z } from 'zod';
import { requireSignInNeeds, signInConfigShape } from './login/sign-in-config.js';

const isFeature = (name: string): boolean => PREMIUM_FEATURES.some((feature) => feature === name);

const settings = z.object({
  ...serverConfigShape,
  ...signInConfigShape,
  SWITCHYARD_FEATURES: listSetting
    .refine((names) => names.every(isFeature), { error: `must be of ${PREMIUM_FEATURES.join(', ')}` })
    .optional(),
  /** The built console; by default the one in this checkout. Without it only the API answers. */
  SWITCHYARD_CONSOLE_DIR: z.string().optional(),
  /** Lets a runner register itself; absent = no runner can. */
  SWITCHYARD_RUNNER_REGISTRATION_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Seconds that a task may run, whatever its template says; 0 = no limit. */
  SWITCHYARD_MAX_TASK_DURATION_SECONDS: z.coerce.number().int().min(0).max(31_536_000).default(0),
  /** Whether every user may create projects, not administrators alone. */
  SWITCHYARD_USERS_CREATE_PROJECTS: z.stringbool({ error: 'must be true or false' }).default(false),
});

/** Settings of the api app; each key is an environment variable or a key of the settings file. */
export const apiConfigSchema = settings.superRefine(requireSignInNeeds);

/** The parsed settings. */
export type ApiConfig = z.infer<typeof apiConfigSchema>;
