import { LogLineKind, LogLines, LogOutline, LogSearchResult, LogSection } from '@switchyard/contracts';
import { z } from 'zod';
import { getJson, ReadFailed } from '../../api/get-json.js';
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
const Sections = z.array(LogSection);
const searchFaults = new Map<number, SearchFault>([
  [400, 'invalid'],
  [422, 'costly'],
]);

/** The log of one task, from the range calls and the live socket. */
export function createLogSource({ projectId, taskId, onNewAttempt, onSection }: LogSourceOptions): LogSource {
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
    if (batch.kinds.includes(LogLineKind.section)) {
      onSection();
    }
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
    async fetchOutline(after, signal) {
      return LogOutline.parse(await getJson(`${base}/outline?after=${after}`, signal));
    },
    async search({ q, regex, caseSensitive, invert }, after, signal) {
      const how = { regex: String(regex), case: String(caseSensitive), invert: String(invert) };
      const about = { q, ...how, after: String(after) };
      const found = getJson(`${base}/search?${new URLSearchParams(about)}`, signal).catch(refuseSearch);
      return LogSearchResult.parse(await found);
    },
    subscribe(onBatch, onState) {
      let leave: (() => void) | undefined;
      let left = false;
      const report = (): void => onState(connections[linkState()] satisfies LogConnection);
      const forget = onLinkState(report);
      void firstAnswer.then(() => {
        if (!left) {
          leave = subscribeTaskLog(projectId, taskId, next, (batch) => receive(batch, onBatch));
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
