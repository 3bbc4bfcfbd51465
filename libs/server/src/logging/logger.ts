import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { keepError } from './recent-errors.js';
import { isError, redact, redactText } from './redact.js';

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
    // Errors are described by `redact` already; pino's own serializer would describe the description.
    serializers: { err: (described: unknown) => described },
    hooks: { logMethod: redactMessage(name) },
  };
  return redactChildren(destination ? pino(options, destination) : pino(options));
}

type Arguments = Parameters<Logger['info']>;

/** Levels of pino: https://getpino.io/#/docs/api?id=logger-level */
const ERROR = 50;
const FATAL = 60;

/** Texts beside the record, and the message that pino would take from a bare error. */
function redactMessage(name: string) {
  return function (this: Logger, args: Arguments, method: (...all: Arguments) => void, level: number): void {
    const [first, ...rest] = args as unknown[];
    const bare = isError(first) && rest.length === 0;
    const parts = (bare ? [{ err: first }, first.message] : [first, ...rest]).map((part) =>
      typeof part === 'string' ? redactText(part) : part,
    );
    if (level >= ERROR) {
      keepError(name, level >= FATAL ? 'fatal' : 'error', bare ? parts.slice(0, 1) : parts);
    }
    method.apply(this, parts as Arguments);
  };
}

/** Pino passes what a child logger carries by all formatters. */
function redactChildren(logger: Logger): Logger {
  const child = logger.child;
  const value = function (this: Logger, bindings: object, options?: object): unknown {
    return child.call(this, redact(bindings) as object, options);
  };
  return Object.defineProperty(logger, 'child', { value });
}
