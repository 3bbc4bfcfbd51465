import { LogLines, LogSearchResult, LogSection } from '@switchyard/contracts';
import { z } from 'zod';
import { getJson } from '../../api/get-json.js';
import { linkState, onLinkState, subscribeTaskLog } from '../../api/socket.js';
import type { LogBatch, LogConnection, LogSource } from '../../components/log-viewer/index.js';

interface LogSourceOptions {
  projectId: number;
  taskId: number;
  /** A runner began the task anew: the lines shown belong to an attempt that is over. */
  onNewAttempt: () => void;
}

const connections = { connecting: 'reconnecting', ready: 'live', lost: 'reconnecting' } as const;
const Sections = z.array(LogSection);

/** The log of one task, from the range calls and the live socket. */
export function createLogSource({ projectId, taskId, onNewAttempt }: LogSourceOptions): LogSource {
  const base = `project/${projectId}/tasks/${taskId}`;
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
  };

  return {
    async fetchLines(range, signal) {
      const query = 'tail' in range ? `tail=${range.tail}` : `after=${range.after}&limit=${range.limit}`;
      const lines = LogLines.parse(await getJson(`${base}/lines?${query}`, signal));
      attempt = Math.max(attempt, lines.attempt);
      next = Math.max(next, lines.first + lines.lines.length);
      opened();
      return lines;
    },
    async fetchSections(signal) {
      return Sections.parse(await getJson(`${base}/sections`, signal));
    },
    async search({ q, regex, caseSensitive }, signal) {
      const query = new URLSearchParams({ q, regex: String(regex), case: String(caseSensitive) });
      return LogSearchResult.parse(await getJson(`${base}/search?${query}`, signal));
    },
    subscribe(onBatch, onState) {
      let leave: (() => void) | undefined;
      let left = false;
      const tell = (): void => onState(connections[linkState()] satisfies LogConnection);
      const forget = onLinkState(tell);
      void firstAnswer.then(() => {
        if (!left) {
          leave = subscribeTaskLog(projectId, taskId, next, (batch) => receive(batch, onBatch));
          tell();
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
