import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';
import { isError } from './redact.js';

type Write = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Lets Nest write through our logger. The last text Nest passes is the name of the logging class. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...optional: unknown[]): void {
    this.write('info', message, optional);
  }

  error(message: unknown, ...optional: unknown[]): void {
    this.write('error', message, optional);
  }

  warn(message: unknown, ...optional: unknown[]): void {
    this.write('warn', message, optional);
  }

  debug(message: unknown, ...optional: unknown[]): void {
    this.write('debug', message, optional);
  }

  verbose(message: unknown, ...optional: unknown[]): void {
    this.write('trace', message, optional);
  }

  fatal(message: unknown, ...optional: unknown[]): void {
    this.write('fatal', message, optional);
  }

  private write(level: Write, message: unknown, optional: unknown[]): void {
    const last = optional.at(-1);
    const context = typeof last === 'string' ? last : undefined;
    const details = context === undefined ? optional : optional.slice(0, -1);
    const record = { ...(context ? { context } : {}), ...(details.length > 0 ? { details } : {}) };
    if (isError(message)) {
      this.logger[level]({ ...record, err: message }, message.message);
    } else {
      this.logger[level](record, typeof message === 'string' ? message : JSON.stringify(message));
    }
  }
}
