import type { LogLines, LogOutline, LogSearchResult, LogSection } from '@switchyard/contracts';
import { ReadFailed } from '../../api/get-json.js';
import { rangePath } from '../../api/log-paths.js';
import { type LogSource, type SearchFault, SearchRefused } from '../../components/log-viewer/types.js';

const searchFaults = new Map<number, SearchFault>([
  [400, 'invalid'],
  [422, 'costly'],
]);

/** Parts of a log that are read on request. */
interface LogReads extends Omit<LogSource, 'subscribe' | 'fetchLines'> {
  fetchLines(...args: Parameters<LogSource['fetchLines']>): Promise<LogLines>;
}

/** @param get reads a path below that of the log */
export const logReads = (get: <Answer>(path: string, signal: AbortSignal) => Promise<Answer>): LogReads => ({
  fetchLines: (range, signal) => get<LogLines>(rangePath(range), signal),
  fetchSections: (signal) => get<LogSection[]>('sections', signal),
  fetchOutline: (after, signal) => get<LogOutline>(`outline?after=${after}`, signal),
  search({ q, regex, caseSensitive, invert }, { after, first }, signal) {
    const how = { regex: String(regex), case: String(caseSensitive), invert: String(invert) };
    const about = { q, ...how, after: String(after), first: String(first) };
    return get<LogSearchResult>(`search?${new URLSearchParams(about)}`, signal).catch(refuseSearch);
  },
});

function refuseSearch(error: unknown): never {
  throw error instanceof ReadFailed ? new SearchRefused(searchFaults.get(error.status) ?? 'busy') : error;
}
