import {
  LogLineKind,
  type LogLines,
  type LogOutline,
  type LogSearchResult,
  type LogSection,
} from '@switchyard/contracts';
import { getJson, ReadFailed } from '../../api/get-json.js';
import { linesPath, logPath } from '../../api/log-paths.js';
import { linkState, onLinkState, subscribeTaskLog } from '../../api/socket.js';
import {
  type LogBatch,
  type LogConnection,
  type LogSource,
  type SearchFault,
  SearchRefused,
} from '../../components/log-viewer/index.js';

interface LogSourceOptions {
  projectId: number;
  taskId: number;
  /** A runner began another attempt: the lines shown belong to an attempt that is over. */
  onNewAttempt: () => void;
  /** A phase has begun. */
  onSection: () => void;
}

const connections = { connecting: 'reconnecting', ready: 'live', lost: 'reconnecting' } as const;
const searchFaults = new Map<number, SearchFault>([
  [400, 'invalid'],
  [422, 'costly'],
]);

/** The log of one task, from the range calls and the live socket. */
export function createLogSource({ projectId, taskId, onNewAttempt, onSection }: LogSourceOptions): LogSource {
  const base = logPath({ projectId, taskId });
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
    async fetchLines(range, signal) {
      const lines = await getJson<LogLines>(linesPath({ projectId, taskId }, range), signal);
      attempt = Math.max(attempt, lines.attempt);
      next = Math.max(next, lines.first + lines.lines.length);
      opened();
      return lines;
    },
    fetchSections: (signal) => getJson<LogSection[]>(`${base}/sections`, signal),
    fetchOutline: (after, signal) => getJson<LogOutline>(`${base}/outline?after=${after}`, signal),
    search({ q, regex, caseSensitive, invert }, after, signal) {
      const how = { regex: String(regex), case: String(caseSensitive), invert: String(invert) };
      const about = { q, ...how, after: String(after) };
      return getJson<LogSearchResult>(`${base}/search?${new URLSearchParams(about)}`, signal).catch(refuseSearch);
    },
    subscribe({ onBatch, onOpenLine, onState }) {
      let leave: (() => void) | undefined;
      let left = false;
      const report = (): void => onState(connections[linkState()] satisfies LogConnection);
      const forget = onLinkState(report);
      void firstAnswer.then(() => {
        if (!left) {
          leave = subscribeTaskLog(projectId, taskId, next, {
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

function refuseSearch(error: unknown): never {
  throw error instanceof ReadFailed ? new SearchRefused(searchFaults.get(error.status) ?? 'busy') : error;
}
