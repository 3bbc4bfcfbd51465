import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { redact, redactText } from './redact.js';

/** The logger of a process: `logger.info({ taskId: 42 }, 'Task assigned')`. */
export type Logger = PinoLogger;

export interface LoggerOptions {
  /** The process, such as `api`; stands in every line as `name`. */
  name: string;
  /** The least important lines that are written. Default `info`. */
  level?: string;
  /** Where the lines go. Default: standard output. */
  destination?: DestinationStream;
}

/**
 * One JSON object a line, with `time` as ISO 8601 in UTC and `level` as a word. Secrets are replaced before a line is
 * made (see `redact`); an error goes under `err`. Request and response bodies are never passed to it.
 */
export function createLogger({ name, level = 'info', destination }: LoggerOptions): Logger {
  const options = {
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (record: object) => redact(record) as Record<string, unknown>,
    },
    hooks: { logMethod: redactMessage },
  };
  return destination ? pino(options, destination) : pino(options);
}

function redactMessage(this: Logger, args: Parameters<Logger['info']>, method: (...all: typeof args) => void): void {
  const clean = (args as unknown[]).map((arg) => (typeof arg === 'string' ? redactText(arg) : arg));
  method.apply(this, clean as typeof args);
}
