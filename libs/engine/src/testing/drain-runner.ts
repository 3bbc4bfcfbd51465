import type { DrainRunner } from '../dispatch/runner-matching.js';

/** A runner of all projects that offers bash, has no limit and prepares attempts. */
export const drainRunner = (row: Partial<DrainRunner> = {}): DrainRunner => ({
  id: 1,
  projectId: null,
  tags: [],
  apps: ['bash'],
  limit: 0,
  used: 0,
  young: 0,
  preparesAhead: true,
  reserved: [],
  fresh: [],
  ...row,
});
