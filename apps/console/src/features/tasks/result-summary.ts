import type { LogFailure, TaskError, TaskHost } from '@switchyard/contracts';
import { compareText } from '../../lib/compare-text.js';

/** A host that failed or could not be reached. */
export const isBad = ({ failed, unreachable }: Pick<TaskHost, 'failed' | 'unreachable'>): boolean =>
  failed > 0 || unreachable > 0;

/** Hosts as the table shows them: bad ones first, then by name. */
export function sortedHosts(hosts: readonly TaskHost[]): TaskHost[] {
  return hosts.toSorted((a, b) => Number(isBad(b)) - Number(isBad(a)) || compareText(a.host, b.host));
}

/** Figures above the table. */
export interface HostTotals {
  hosts: number;
  bad: number;
  changes: number;
  changedHosts: number;
}

export function hostTotals(hosts: readonly TaskHost[]): HostTotals {
  return {
    hosts: hosts.length,
    bad: hosts.filter(isBad).length,
    changes: hosts.reduce((sum, { changed }) => sum + changed, 0),
    changedHosts: hosts.filter(({ changed }) => changed > 0).length,
  };
}

/** One entry of the list of failed tasks. */
export interface FailedEntry {
  key: string;
  host: string;
  task: string;
  error: string;
  /** Its line in the log, from 1; null = not known. */
  line: number | null;
}

/** Known failures, from the callback of Ansible and from the log. */
export interface KnownFailures {
  errors: readonly TaskError[];
  hosts: readonly TaskHost[];
  failures: readonly LogFailure[];
}

/**
 * Failed tasks, and one entry for every host that could not be reached.
 * @param unreachable the words for such a host
 */
export function failedEntries({ errors, hosts, failures }: KnownFailures, unreachable: string): FailedEntry[] {
  const left = [...failures];
  const placeOf = (fits: (failure: LogFailure) => boolean): Pick<FailedEntry, 'task' | 'line'> => {
    const at = left.findIndex(fits);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return { task: found?.task ?? '', line: found ? found.line + 1 : null };
  };
  return [
    ...errors.map(({ id, host, task, error }) => {
      const { line } = placeOf((failure) => failure.host === host && failure.task === task);
      return { key: `error-${id}`, host, task, error, line };
    }),
    ...hosts
      .filter((host) => host.unreachable > 0)
      .map(({ host }) => ({
        key: `unreachable-${host}`,
        host,
        error: unreachable,
        ...placeOf((failure) => failure.host === host && failure.unreachable),
      })),
  ];
}

const counters = { changed: 0, failed: 0, ignored: 0, ok: 0, rescued: 0, skipped: 0, unreachable: 0 };
const example = (id: number, host: string, row: Partial<TaskHost>): TaskHost => ({
  id,
  host,
  task_id: 1,
  project_id: 1,
  created: '2026-01-01T00:00:00Z',
  ...counters,
  ...row,
});

/** Hosts that the tab shows in place of results where the feature is not part of the subscription. */
export const EXAMPLE_HOSTS: readonly TaskHost[] = [
  example(1, 'web-01.example.com', { ok: 36, changed: 11, skipped: 4, ignored: 1 }),
  example(2, 'web-02.example.com', { ok: 31, changed: 9, skipped: 4, failed: 1 }),
  example(3, 'db-01.example.com', { unreachable: 1 }),
];
export const EXAMPLE_ERRORS: readonly TaskError[] = [
  {
    id: 1,
    task_id: 1,
    project_id: 1,
    created: '2026-01-01T00:00:00Z',
    host: 'web-02.example.com',
    task: 'Install packages',
    error: 'No package matching "nginx" is available',
  },
];
