export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './postgres/embedded-postgres.js';
export { readStackRecord, type KnownProcess } from './supervisor/stack-record.js';
export { StartError } from './start-error.js';
export { freePort } from './process/free-port.js';
export { API_NODE_OPTIONS } from '@switchyard/settings';
