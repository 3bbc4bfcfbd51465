import type { INestApplicationContext } from '@nestjs/common';
import { createLogger, type Logger } from '@switchyard/server';
import { Writable } from 'node:stream';
import { dispatcherConfigSchema } from '../config.js';
import { createDispatcher } from '../create-dispatcher.js';

/** A log whose lines are kept for a look. */
export function keptLog(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const destination = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  return { logger: createLogger({ name: 'dispatcher', destination }), lines };
}

/** Starts a dispatcher in this process. */
export function startDispatcher(
  settings: Record<string, string>,
  { logger } = keptLog(),
  signal = new AbortController().signal,
): Promise<INestApplicationContext> {
  return createDispatcher(dispatcherConfigSchema.parse(settings), logger, signal);
}
