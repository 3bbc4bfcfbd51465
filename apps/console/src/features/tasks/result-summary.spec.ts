import { describe, expect, it } from '@jest/globals';
import { EXAMPLE_ERRORS, EXAMPLE_HOSTS, failedEntries, hostTotals, sortedHosts } from './result-summary.js';

describe('the summary of a task', () => {
  it('should count bad hosts once and changes in all', () => {
    expect(hostTotals(EXAMPLE_HOSTS)).toEqual({ hosts: 3, bad: 2, changes: 20, changedHosts: 2 });
    expect(hostTotals([])).toEqual({ hosts: 0, bad: 0, changes: 0, changedHosts: 0 });
  });

  it('should put bad hosts first, each part by name', () => {
    expect(sortedHosts(EXAMPLE_HOSTS).map(({ host }) => host)).toEqual([
      'db-01.example.com',
      'web-02.example.com',
      'web-01.example.com',
    ]);
  });

  it('should add an entry for each host that could not be reached', () => {
    const failures = [{ line: 80, host: 'db-01.example.com', task: 'Gathering Facts', unreachable: true }];
    const known = { errors: EXAMPLE_ERRORS, hosts: EXAMPLE_HOSTS, failures };
    const entries = failedEntries(known, 'Host is unreachable');
    expect(entries.map(({ line, task }) => [line, task])).toEqual([
      [null, 'Install packages'],
      [81, 'Gathering Facts'],
    ]);
    expect(entries.map(({ host, error }) => `${host}: ${error}`)).toEqual([
      'web-02.example.com: No package matching "nginx" is available',
      'db-01.example.com: Host is unreachable',
    ]);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  });
});
