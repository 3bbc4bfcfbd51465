export { EncryptionError } from './encryption/encryption-error.js';
export { encryptionSelfTest, type SelfTestStorage } from './encryption/encryption-self-test.js';
export { isSealed, loadSecretBox, SecretBox, type SecretBoxOptions } from './encryption/secret-box.js';
export {
  findSecretKey,
  loadSecretKey,
  parseSecretKey,
  readOldSecretKeys,
  SECRET_KEY_FILE,
  type SecretKeyOptions,
  storeSecretKeys,
} from './encryption/secret-key.js';
export { signedJwt } from './encryption/signed-jwt.js';
export { collectStartGarbage } from './collect-start-garbage.js';
export { syncDirectory } from './sync-directory.js';
export { createLogger, type Logger, type LoggerOptions } from './logging/logger.js';
export { NestLogger } from './logging/nest-logger.js';
export { recentErrors } from './logging/recent-errors.js';
export { redact, redactText } from './logging/redact.js';
export { inspectRedis } from './queue/inspect-redis.js';
export { createQueueBackend, type QueueBackendOptions } from './queue/create-queue-backend.js';
export type {
  MessageHandler,
  MessageQueue,
  QueueBackend,
  QueueMessage,
  QueueWorker,
  WorkerSettings,
} from './queue/message-queue.js';
export { BESIDE_BUS_MS, Wake } from './queue/wake.js';
export { createBus, type BusOptions } from './bus/create-bus.js';
export { BusMessageError, MAX_BUS_PAYLOAD_BYTES, type BusHandler, type MessageBus } from './bus/message-bus.js';
export {
  OutboundClient,
  type OutboundAnswer,
  type OutboundOptions,
  type OutboundRequest,
} from './outbound/outbound-client.js';
export { answeredJson, jsonRequest } from './outbound/json-request.js';
export { githubApi, githubHeaders } from './forges/github-api.js';
export {
  InstallationTokens,
  keyDigest,
  TokenFault,
  type TokenPermissions,
  type TokenRequest,
} from './forges/installation-tokens.js';
export { trustAuthorities } from '@switchyard/connections';
export { StreamClient } from './outbound/stream-client.js';
export { MailClient, MailError, type Mail } from './outbound/mail-client.js';
export { decryptStream, encryptStream } from './blobs/blob-cipher.js';
export { FrameReader } from './blobs/frame-reader.js';
export {
  BlobMissingError,
  type BlobStore,
  BlobStoreAwayError,
  BucketRefusedError,
  type StoredBlob,
} from './blobs/blob-store.js';
export { type BlobReference, SealedBlobs } from './blobs/sealed-blobs.js';
export {
  type BlobBook,
  type BlobStores,
  openBlobStore,
  openBucket,
  type OpenBucket,
  readBlobStore,
} from './blobs/open-blob-store.js';
export { newBlobStore, type NewBlobStore } from './blobs/new-blob-store.js';
export { OutboundError, type OutboundFault } from './outbound/outbound-error.js';
export { BodyLimit, DEFAULT_BODY_LIMIT, MEBIBYTE, StreamedBody } from './http/bodies/body-limit.js';
export { pagePolicy } from './http/security-headers.js';
export { drainBody } from './http/bodies/drain-body.js';
export type { BodySender } from './http/bodies/body-budget.js';
export type { BodySenders } from './http/bodies/body-reader.js';
export { LARGE_BODY_BYTES, parseJsonBody, parseJsonInTurns } from './http/bodies/json-body.js';
export { invalidRequest } from './http/bodies/validation.pipe.js';
export { errorResponse } from './http/open-api/responses.js';
export { OutsideError, UserError, type UserErrorOptions } from './http/errors/errors.js';
export { clientAddress } from './http/requests/client-address.js';
export {
  configureApp,
  createFastifyAdapter,
  createFastifyApp,
  nestOptions,
  type FastifyAppOptions,
} from './http/fastify-app.js';
export { errorAnswer } from './http/errors/error-answer.js';
export {
  describeBody,
  describeHeader,
  describePath,
  openApiDocument,
  setupOpenApi,
  type OpenApiOptions,
  type RouteFacts,
} from './http/open-api/open-api.js';
export { convertSchema } from './http/open-api/convert-schema.js';
export type { DocumentedRoute } from './http/open-api/routes.js';
export {
  AnswersEmpty,
  OptionalResponseSchema,
  BODY_EXAMPLE,
  BodyExample,
  furtherAnswers,
  Refuses,
  ResponseSchema,
  ResponseStream,
  ResponseType,
  Undocumented,
  SUCCESS_RESPONSE,
  type SuccessResponse,
} from './http/open-api/response-schema.js';
export { createEntitlements, type Entitlements } from './entitlements/entitlements.js';
export { HealthRegistry, type HealthCheck, type HealthReport } from './health/health-registry.js';
export { processMetrics } from './metrics/process-metrics.js';
export {
  startHealthServer,
  type HealthServer,
  type ServedMetrics,
  type HealthServerOptions,
} from './health/health-server.js';
export { Shutdown, type ShutdownOptions } from './shutdown/shutdown.js';
export { withTimeLimit } from './time-limit/with-time-limit.js';
