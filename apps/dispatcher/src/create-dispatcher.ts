import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { NestLogger, type Logger } from '@switchyard/server';
import { DispatcherModule } from './dispatcher.module.js';
import type { DispatcherConfig } from './config.js';
import { openDispatcherInfrastructure } from './infrastructure/open-infrastructure.js';

/**
 * The whole dispatcher, at work. Waits for database and queue as long as it takes.
 * @param signal gives up waiting
 */
export async function createDispatcher(
  config: DispatcherConfig,
  logger: Logger,
  signal: AbortSignal,
): Promise<INestApplicationContext> {
  const infrastructure = await openDispatcherInfrastructure(config, logger, signal);
  try {
    return await NestFactory.createApplicationContext(DispatcherModule.forRoot(infrastructure), {
      abortOnError: false,
      logger: new NestLogger(logger),
    });
  } catch (error) {
    await infrastructure.close();
    throw error;
  }
}
