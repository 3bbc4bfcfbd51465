import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { retry } from '@switchyard/concurrency';
import { type Infrastructure, openInfrastructure, secretBoxOf } from '@switchyard/infrastructure';
import { type Logger, EncryptionError, type SecretBox } from '@switchyard/server';
import type { DispatcherConfig } from '../config.js';

// Injection tokens of what the whole app shares. `DataSource` (TypeORM) is injected by its class.

/** The settings, type `DispatcherConfig`. */
export const DISPATCHER_CONFIG = Symbol('DISPATCHER_CONFIG');
/** The process's log, type `Logger` of libs/server. */
export const LOGGER = Symbol('LOGGER');
/** Messages between processes, type `MessageBus`. */
export const BUS = Symbol('BUS');
/** Queues, type `QueueBackend`. */
export const QUEUE_BACKEND = Symbol('QUEUE_BACKEND');
/** Dependencies of the engine's verbs, type `Engine`. */
export const ENGINE = Symbol('ENGINE');
/** Large objects, type `BlobStore`. */
export const BLOB_STORE = Symbol('BLOB_STORE');

/** Encryption at rest, whose key is not loaded before it is needed: a dispatcher without secrets needs none. */
export class LazySecretBox {
  private box: Promise<SecretBox> | undefined;

  constructor(private readonly config: DispatcherConfig) {}

  open(): Promise<SecretBox> {
    this.box ??= secretBoxOf(this.config);
    return this.box;
  }

  /** As `SecretBox.seal`. */
  async seal(text: string, context: string): Promise<string> {
    return (await this.open()).seal(text, context);
  }

  /** As `SecretBox.openText`. */
  async openText(sealed: string, context: string): Promise<string> {
    return (await this.open()).openText(sealed, context);
  }

  /** As `openText`; undefined when it was sealed with another key. */
  async tryOpenText(sealed: string, context: string): Promise<string | undefined> {
    try {
      return await this.openText(sealed, context);
    } catch (error) {
      if (error instanceof EncryptionError) {
        return undefined;
      }
      throw error;
    }
  }
}

/** Pauses between two tries to open a store. */
const PAUSE_MS = { min: 250, max: 5_000 };

/** Connections of one dispatcher: a drain, the reasons, the leases, the sweep, the messages, the health check. */
const POOL_SIZE = 8;

/** Resources that the whole app shares. */
export interface DispatcherInfrastructure extends Infrastructure<LazySecretBox> {
  config: DispatcherConfig;
  logger: Logger;
}

/**
 * Opens everything, or nothing. Waits for database and queue as long as it takes.
 * @throws the last failure of a store when `signal` is aborted
 */
export async function openDispatcherInfrastructure(
  config: DispatcherConfig,
  logger: Logger,
  signal: AbortSignal,
): Promise<DispatcherInfrastructure> {
  const opened = await openInfrastructure(config, {
    logger,
    database: { applicationName: 'switchyard-dispatcher', poolSize: POOL_SIZE },
    openSecrets: () => new LazySecretBox(config),
    boxOf: (secrets) => secrets.open(),
    untilAvailable: (what, open) =>
      retry(open, {
        ...PAUSE_MS,
        signal,
        onFailure: (error) => logger.warn({ err: error }, `Waiting for the ${what}`),
      }),
  });
  return { ...opened, config, logger };
}

/** Makes what every feature shares injectable, and closes it when all work has stopped. */
@Global()
@Module({})
export class InfrastructureModule {
  static forRoot(infrastructure: DispatcherInfrastructure): DynamicModule {
    const { config, logger, dataSource, secrets, blobs, bus, queues, engine } = infrastructure;
    const end: OnApplicationShutdown = { onApplicationShutdown: () => infrastructure.close() };
    const providers = [
      { provide: DISPATCHER_CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: DataSource, useValue: dataSource },
      { provide: LazySecretBox, useValue: secrets },
      { provide: BLOB_STORE, useValue: blobs },
      { provide: BUS, useValue: bus },
      { provide: QUEUE_BACKEND, useValue: queues },
      { provide: ENGINE, useValue: engine },
    ];
    return {
      module: InfrastructureModule,
      providers: [...providers, { provide: 'INFRASTRUCTURE_END', useValue: end }],
      exports: providers.map(({ provide }) => provide),
    };
  }
}
