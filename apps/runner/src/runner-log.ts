import { messageOf } from '@switchyard/concurrency';
type Fields = Record<string, string | number | boolean | null>;
type Level = 'info' | 'warn' | 'error';

/** The runner's own log: one JSON object a line. Never give it a token, a key, or a value of a job. */
export interface RunnerLog {
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

export function createRunnerLog(write: (line: string) => void): RunnerLog {
  const at =
    (level: Level) =>
    (message: string, fields: Fields = {}): void =>
      write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** Writes to `log`, with the trace of the task in each line, once there is one. */
export function tracedLog(log: RunnerLog, traceId: () => string | undefined): RunnerLog {
  const at =
    (level: Level) =>
    (message: string, fields: Fields = {}): void => {
      const trace = traceId();
      log[level](message, trace === undefined ? fields : { ...fields, trace_id: trace });
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** Reports a failure that is going to be retried: the first, then every tenth. */
export function retryReporter(log: RunnerLog, what: string): (error: unknown, tries: number) => void {
  return (error, tries) => {
    if (tries === 1 || tries % 10 === 0) {
      log.warn(`${what}: trying again`, { tries, error: messageOf(error) });
    }
  };
}
