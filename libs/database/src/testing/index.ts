export * from './factories.js';
export { meetAtLock } from './meet-at-lock.js';
export { migratedDatabase, type MigratedDatabase } from './migrated-database.js';
