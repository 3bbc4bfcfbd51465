import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { NestLogger, type Logger } from '@switchyard/server';
import { DispatcherModule } from './dispatcher.module.js';
import type { DispatcherConfig } from './config.js';

/**
 * The whole dispatcher, at work. Waits for database and queue as long as it takes.
 * @param signal gives up waiting
 */
export function createDispatcher(
  config: DispatcherConfig,
  logger: Logger,
  signal: AbortSignal,
): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(DispatcherModule.forRoot(config, logger, signal), {
    abortOnError: false,
    logger: new NestLogger(logger),
  });
}
