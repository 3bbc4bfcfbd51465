import { z } from 'zod';

/** Body of a failed call. `inUse` marks a delete that was refused because something refers to the object. */
export const ErrorBody = z.object({ error: z.string(), inUse: z.boolean().optional() });
export type ErrorBody = z.infer<typeof ErrorBody>;
