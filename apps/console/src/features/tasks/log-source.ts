import { LogLineKind } from '@switchyard/contracts';
import { getJson } from '../../api/get-json.js';
import { logPath } from '../../api/log-paths.js';
import { connection, subscriptions } from '../../api/socket.js';
import type { LogBatch, LogConnection, LogSource } from '../../components/log-viewer/index.js';
import { logReads } from './log-reads.js';

interface LogSourceOptions {
  projectId: number;
  taskId: number;
  /** A runner began another attempt: the lines shown belong to an attempt that is over. */
  onNewAttempt: () => void;
  /** A phase has begun. */
  onSection: () => void;
}

const connections = { connecting: 'reconnecting', ready: 'live', lost: 'reconnecting' } as const;

/** The log of one task, from the range calls and the live socket. */
export function createLogSource({ projectId, taskId, onNewAttempt, onSection }: LogSourceOptions): LogSource {
  const base = logPath({ projectId, taskId });
  const reads = logReads((path, signal) => getJson(`${base}/${path}`, signal));
  let attempt = 0;
  let next = 0;
  let opened: () => void = () => undefined;
  const firstAnswer = new Promise<void>((resolve) => (opened = resolve));

  const receive = (batch: LogBatch & { attempt: number }, show: (batch: LogBatch) => void): void => {
    if (attempt !== 0 && batch.attempt > attempt) {
      onNewAttempt();
      return;
    }
    attempt = batch.attempt;
    show(batch);
    if (batch.kinds.includes(LogLineKind.section)) {
      onSection();
    }
  };

  return {
    ...reads,
    async fetchLines(range, signal) {
      const lines = await reads.fetchLines(range, signal);
      attempt = Math.max(attempt, lines.attempt);
      next = Math.max(next, lines.first + lines.lines.length);
      opened();
      return lines;
    },
    subscribe({ onBatch, onOpenLine, onState }) {
      let leave: (() => void) | undefined;
      let left = false;
      const report = (): void => onState(connections[connection.state] satisfies LogConnection);
      const forget = connection.changes.add(report);
      void firstAnswer.then(() => {
        if (!left) {
          leave = subscriptions.taskLog(projectId, taskId, next, {
            onBatch: (batch) => receive(batch, onBatch),
            onOpenLine: (open) => open.attempt === attempt && onOpenLine(open),
          });
          report();
        }
      });
      return () => {
        left = true;
        forget();
        leave?.();
      };
    },
  };
}
