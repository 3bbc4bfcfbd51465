export { connectionTo, type PostgresConnection } from './connection.js';
export { DeadlineClient } from './deadline-client.js';
