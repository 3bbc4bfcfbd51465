export { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './services/test-database.js';
export { eventually, type EventuallyOptions } from './services/eventually.js';
export { freePort } from './services/free-port.js';
export {
  createGitRepository,
  type CommitOptions,
  type RepositoryFiles,
  type TestGitRepository,
} from './services/git-repository.js';
export { startPostgres, type DedicatedPostgres } from './services/postgres.js';
export { startRedis, type RedisOptions, type TestRedis } from './services/redis.js';
export { serviceDirectory, type ServiceDirectory } from './services/service-directory.js';
export { testPostgres, type TestPostgres } from './services/test-postgres.js';
export {
  createSshKey,
  startSshd,
  type SshKeyOptions,
  type SshKeyPair,
  type SshServerOptions,
  type TestSshServer,
} from './services/ssh-server.js';
