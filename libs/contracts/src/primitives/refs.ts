import { z } from 'zod';
import { Id } from './primitives.js';

const Entries = z.array(z.object({ id: Id, name: z.string() }));

/** References to an object; every list is present. */
export const ObjectReferences = z.object({
  templates: Entries,
  inventories: Entries,
  repositories: Entries,
  integrations: Entries,
  schedules: Entries,
  access_keys: Entries,
  workflows: Entries,
});
export type ObjectReferences = z.infer<typeof ObjectReferences>;
