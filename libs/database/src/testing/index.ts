export * from './factories.js';
export { migratedDatabase, type MigratedDatabase } from './migrated-database.js';
