export * from './factories.js';
export { EarlierDatabase } from './earlier-database.js';
export { meetAtLock } from './meet-at-lock.js';
export { migratedDatabase, type MigratedDatabase } from './migrated-database.js';
