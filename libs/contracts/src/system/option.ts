import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { Text } from '../primitives/primitives.js';

/** Most options that an installation keeps. */
export const MAX_OPTIONS = 1_000;

/** Body and answer of `POST /api/options`: a value that clients keep for the installation under a key of theirs. */
export const InstallationOption = z.object({
  key: z
    .string()
    .max(255)
    .regex(/^[A-Za-z0-9_.]+$/, withProblem('option_key')),
  value: Text,
});
export type InstallationOption = z.infer<typeof InstallationOption>;

/** Answer of `GET /api/options`: values by their keys. */
export const InstallationOptions = z.record(z.string(), z.string());
export type InstallationOptions = z.infer<typeof InstallationOptions>;
