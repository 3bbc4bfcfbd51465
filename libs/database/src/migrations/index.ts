import { CreateSchema1763700000000 } from './1763700000000-create-schema.js';

/** Every migration, oldest first. */
export const migrations = [CreateSchema1763700000000];
