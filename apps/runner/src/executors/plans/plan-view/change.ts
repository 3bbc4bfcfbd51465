import { z } from 'zod';

const Steps = z.array(z.union([z.string(), z.number()]));
/** Change of a resource or an output. */
export const Change = z.object({
  actions: z.array(z.string()),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  after_unknown: z.unknown().optional(),
  before_sensitive: z.unknown().optional(),
  after_sensitive: z.unknown().optional(),
  replace_paths: z.array(Steps).nullish(),
  importing: z.unknown().optional(),
});
export type Change = z.infer<typeof Change>;
