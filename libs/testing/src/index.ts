export type { BucketRequest } from './services/bucket-proxy.js';
export { startBucketServer, type TestBucketServer } from './services/bucket-server.js';
export { type BoltContent, writeBoltFile } from './services/bolt-file.js';
export { createCertificate } from './services/certificate.js';
export { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './services/test-database.js';
export { eventually, type EventuallyOptions, PATIENCE_MS } from './services/eventually.js';
export { API_NODE_OPTIONS, freePort } from '@switchyard/stack';
export { startGithubServer, type GithubServer } from './forges/github-server.js';
export { startGitForge, type ForgeMood, type GitForge } from './services/git-forge.js';
export {
  createGitRepository,
  type CommitOptions,
  type RepositoryFiles,
  type TestGitRepository,
} from './services/git-repository.js';
export { startLdapServer, type LdapPerson, type TestLdapServer } from './services/ldap-server.js';
export { startMariadb, type TestMariadb } from './services/mariadb.js';
export { startMailSink, type MailSink, type ReceivedMail } from './services/mail-sink.js';
export { startOpenIdProvider, type OpenIdAccounts, type TestOpenIdProvider } from './services/openid-provider.js';
export { startPostgres, type DedicatedPostgres, type PostgresOptions } from './services/postgres.js';
export { startPostgresPair, type PostgresPair } from './services/postgres-pair.js';
export {
  plainAnswer,
  startVaultServer,
  type TestVaultServer,
  type VaultFields,
  type VaultMood,
  type VaultServerOptions,
} from './services/vault-server.js';
export { startRedis, type RedisOptions, type TestRedis } from './services/redis.js';
export { PUBLISHED_APIS } from './forges/published-apis.js';
export {
  operationOf,
  requestFaults,
  schemaFaults,
  type ForgeCall,
  type PublishedApi,
  type PublishedOperation,
} from './forges/published-api.js';
export { fillHistory } from './growth/fill-history.js';
export { historyRequests, type HistoryRequest, placesIn } from './growth/history-requests.js';
export type { HistorySize } from './growth/history-resources.js';
export {
  type ExplainedStatement,
  EXPLAIN_SETTINGS,
  explanationIn,
  explanationsIn,
  type TableRead,
  tableReads,
} from './growth/explained-statements.js';
export { lintDocument } from './open-api/lint-document.js';
export { compileClient } from './open-api/typescript-client.js';
export { SEMAPHORE_KEYS, semaphoreTables } from './services/semaphore-tables.js';
export { runEnvironment } from './services/run-environment.js';
export { serviceDirectory, type ServiceDirectory } from './services/service-directory.js';
export { startRsyslog, type SyslogMessage, type TestRsyslog } from './services/rsyslog.js';
export { startNginx, type TestNginx } from './services/nginx.js';
export { startPgBouncer, type TestPgBouncer } from './services/pgbouncer.js';
export { installSlowProvider, type SlowProvider, type SlowThing } from './services/slow-provider.js';
export { startTcpProxy, type TcpProxy } from './services/tcp-proxy.js';
export { testPostgres, type TestPostgres } from './services/test-postgres.js';
export {
  createSshKey,
  startSshd,
  type SshKeyOptions,
  type SshKeyPair,
  type SshServerOptions,
  type TestSshServer,
} from './services/ssh-server.js';
export type { HttpAnswer } from './http/exchange.js';
export { HttpClient, type HttpRequest } from './http/http-client.js';
export { ProtocolClient, ProtocolRefusal } from './runner/protocol-client.js';
export { GATEWAY_PATH, type SignatureFaults, signedHeaders } from './runner/signed-headers.js';
export { newRunnerKeys, type SimulatedIdentity } from './runner/runner-identity.js';
export { registerRunner, type RegistrationOptions } from './runner/register-runner.js';
export { SimulatedRunner, type SimulatedRunnerOptions } from './runner/simulated-runner.js';
export { type Assignment, type ScriptedTool, toolLine, type ToolRun } from './runner/tool-run.js';
