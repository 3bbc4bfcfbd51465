/** Injection tokens of what the whole app shares. `DataSource` (TypeORM) is injected by its class. */

/** The settings, type `DispatcherConfig`. */
export const DISPATCHER_CONFIG = Symbol('DISPATCHER_CONFIG');
/** The process's log, type `Logger` of libs/server. */
export const LOGGER = Symbol('LOGGER');
/** Messages between processes, type `MessageBus`. */
export const BUS = Symbol('BUS');
/** Queues, type `QueueBackend`. */
export const QUEUE_BACKEND = Symbol('QUEUE_BACKEND');
/** Wakes the dispatchers, type `Wake<DispatchJob>`. */
export const DISPATCH_WAKE = Symbol('DISPATCH_WAKE');
/** Wakes the senders of messages, type `Wake<DeliveryJob>`. */
export const DELIVERY_WAKE = Symbol('DELIVERY_WAKE');
/** What the engine's verbs need, type `Engine`. */
export const ENGINE = Symbol('ENGINE');
/** Large objects, type `BlobStore`. */
export const BLOB_STORE = Symbol('BLOB_STORE');
