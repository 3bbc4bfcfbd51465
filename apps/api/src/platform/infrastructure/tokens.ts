/**
 * Injection tokens of what the whole app shares. `DataSource` (TypeORM) and `SecretBox` are injected by their class.
 */

/** The settings, type `ApiConfig`. */
export const API_CONFIG = Symbol('API_CONFIG');
/** The settings as they were read, type `ReadTexts` of libs/settings. */
export const GIVEN_SETTINGS = Symbol('GIVEN_SETTINGS');
/** The process's log, type `Logger` of libs/server. */
export const LOGGER = Symbol('LOGGER');
/** Messages between processes, type `MessageBus`. */
export const BUS = Symbol('BUS');
/** Queues, type `QueueBackend`. */
export const QUEUE_BACKEND = Symbol('QUEUE_BACKEND');
/** Wakes the dispatchers, type `Wake<DispatchJob>`. */
export const DISPATCH_WAKE = Symbol('DISPATCH_WAKE');
/** Dependencies of the engine's verbs, type `Engine`. */
export const ENGINE = Symbol('ENGINE');
/** Features and limits of projects, type `Entitlements` of libs/server. */
export const ENTITLEMENTS = Symbol('ENTITLEMENTS');
