import { CreateSchema1763700000000 } from './1763700000000-create-schema.js';
import { Fleet1763900000000 } from './1763900000000-fleet.js';
import { Execution1763800000000 } from './1763800000000-execution.js';

/** Every migration, oldest first. */
export const migrations = [CreateSchema1763700000000, Execution1763800000000, Fleet1763900000000];
