import type { z } from 'zod';
import { refuse } from './issue.js';
import { problem } from './problem.js';

/** Refuses the `name` of each entry of a list that an earlier entry has. */
export function refuseTaken(names: readonly string[], context: z.RefinementCtx): void {
  names.forEach((name, at) => {
    if (names.indexOf(name) < at) {
      refuse(context, problem('name_taken'), { path: [at, 'name'] });
    }
  });
}
