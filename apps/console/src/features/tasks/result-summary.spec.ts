import { describe, expect, it } from '@jest/globals';
import { EXAMPLE_ERRORS, EXAMPLE_HOSTS, failedEntries, hostTotals, isBad, sortedHosts } from './result-summary.js';

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

describe(failedEntries.name, () => {
  const [error] = EXAMPLE_ERRORS;
  const failure = { line: 80, host: 'web-02.example.com', task: 'Install packages', unreachable: false };
  const lines = (known: Partial<Parameters<typeof failedEntries>[0]>) =>
    failedEntries({ errors: [], hosts: [], failures: [], ...known }, 'unreachable').map(({ line }) => line);

  it('should give each line of the log to one entry, in the order of the log', () => {
    const errors = error ? [error, { ...error, id: 2 }, { ...error, id: 3 }] : [];
    expect(lines({ errors, failures: [failure, { ...failure, line: 95 }] })).toEqual([81, 96, null]);
  });

  it('should not give the line of another host or task', () => {
    const errors = error ? [error] : [];
    const others = [
      { ...failure, host: 'web-01.example.com' },
      { ...failure, task: 'Restart' },
    ];
    expect(lines({ errors, failures: others })).toEqual([null]);
  });

  it('should give a host that could not be reached no line of a task that failed there', () => {
    const hosts = EXAMPLE_HOSTS.filter(({ unreachable }) => unreachable > 0);
    expect(lines({ hosts, failures: [{ ...failure, host: 'db-01.example.com' }] })).toEqual([null]);
  });

  it('should name no task of a host that the log does not know', () => {
    const [entry] = failedEntries({ errors: [], hosts: EXAMPLE_HOSTS, failures: [] }, 'unreachable');
    expect(entry).toMatchObject({ host: 'db-01.example.com', task: '', error: 'unreachable', line: null });
  });
});

describe(isBad.name, () => {
  it.each([
    [{ failed: 0, unreachable: 0 }, false],
    [{ failed: 1, unreachable: 0 }, true],
    [{ failed: 0, unreachable: 2 }, true],
  ])('should judge %j', (host, expected) => {
    expect(isBad(host)).toBe(expected);
  });
});
