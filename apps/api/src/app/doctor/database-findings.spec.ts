import { describe, expect, it } from '@jest/globals';
import {
  clockFindings,
  duration,
  issuerFindings,
  messageFindings,
  migrationFindings,
  runnerFindings,
  serverFindings,
  tableFindings,
  toolFindings,
  waitingFindings,
} from './database-findings.js';
import type { RunnerFacts } from './doctor.repository.js';
import type { Found } from './finding.js';
import { sentencesOf } from './sentences.js';

const levels = (findings: readonly Found[]): string[] => findings.map(({ level }) => level);
const troubles = (findings: readonly Found[]): string[] =>
  findings
    .filter(({ level }) => level !== 'ok')
    .map((each) => `${each.level}: ${words(each).text} | ${words(each).remedy}`);
const words = (found: Found) => sentencesOf({ check: 'any', ...found });

const server = {
  version: '15.6',
  now: 0,
  standby: false,
  connections: 10,
  mostConnections: 100,
  oldestTransaction: 2,
  age: 1_000,
};
const runner: RunnerFacts = {
  name: 'r1',
  version: '0.1.0',
  present: true,
  active: true,
  local: true,
  pausedReason: null,
  refusedReason: null,
  separation: 'user',
  apps: null,
  ahead: 5,
  free: 2.5 * 1024 ** 3,
  needed: 500 * 1024 ** 2,
};

describe(clockFindings.name, () => {
  it.each([
    [1_000_500, 'ok', '0.0'],
    [1_001_900, 'ok', '0.9'],
    [1_004_000, 'warning', '3.0'],
    [996_000, 'warning', '4.0'],
    [1_040_000, 'fault', '39.0'],
  ])('should judge an answer of %s between 1,000,000 and 1,001,000 as %s', (now, level, seconds) => {
    const [finding] = clockFindings({ now }, [1_000_000, 1_001_000]);
    expect(finding).toEqual({ level, code: 'clock_differs', params: { seconds } });
  });
});

describe(serverFindings.name, () => {
  it('should find nothing in a server that is well', () => expect(troubles(serverFindings(server))).toEqual([]));

  it.each([
    [{ standby: true }, /^fault: The server is a standby/],
    [{ connections: 90 }, /^warning: Nearly all connections/],
    [{ oldestTransaction: 7_200 }, /^warning: A transaction has been open for 2 h/],
    [{ age: 1_500_000_000 }, /^warning: The oldest row is 1500000000/],
  ])('should name %j', (part, text) => {
    expect(troubles(serverFindings({ ...server, ...part }))).toEqual([expect.stringMatching(text)]);
  });
});

describe(migrationFindings.name, () => {
  it('should tell those to come from those of a newer version', () => {
    expect(levels(migrationFindings(['a', 'b'], ['a', 'b'], []))).toEqual(['ok']);
    expect(troubles(migrationFindings(['a', 'c'], ['a', 'b'], ['c']))).toEqual([
      expect.stringContaining('A newer version has changed the schema; unknown migrations: 1'),
      expect.stringContaining('Pending migrations: 1'),
    ]);
  });
});

describe(waitingFindings.name, () => {
  const waiting = { id: 7, projectId: 2, reason: 'no_runner', seconds: 60, count: 3 };

  it('should name the oldest task, its reason, and who has not looked', () => {
    expect(levels(waitingFindings(undefined))).toEqual(['ok']);
    expect(waitingFindings(waiting).map((each) => words(each).text)).toEqual([
      'Tasks that wait: 3; the oldest is 7 of project 2, for 1 min: no_runner',
    ]);
    expect(troubles(waitingFindings({ ...waiting, seconds: 1_000 }))).toEqual([expect.stringContaining('add runners')]);
    expect(troubles(waitingFindings({ ...waiting, reason: null, seconds: 1_000 }))).toEqual([
      expect.stringContaining('no dispatcher has looked at 7'),
    ]);
  });
});

describe(runnerFindings.name, () => {
  it('should find nothing in runners that are well', () => {
    expect(runnerFindings([runner], '0.1.0')).toEqual([
      { level: 'ok', code: 'runners_online', params: { online: 1, number: 1 } },
    ]);
  });

  it.each<[Partial<RunnerFacts>, RegExp]>([
    [{ refusedReason: 'server_key' }, /^fault: Runner r1 refuses this server: server_key/],
    [{ pausedReason: 'The disk is full' }, /^warning: Runner r1 takes no tasks: The disk is full/],
    [{ version: '0.0.9' }, /^warning: Runner r1 has version 0\.0\.9, the server 0\.1\.0/],
    [{ separation: 'none' }, /^warning: Tasks of runner r1 can read/],
    [{ ahead: -61 }, /^warning: The clock of runner r1 differs by 61 s \| Synchronise its machine/],
    [{ ahead: 6 }, /^warning: The clock of runner r1 differs by 6 s/],
    [{ free: 2.4 * 1024 ** 3, needed: 500 * 1024 ** 2 }, /^warning: 2\.4 GiB are free where runner r1 works \| Free/],
    [{ present: false }, /^warning: Runners online: 0 of 1 \| Start one/],
  ])('should name %j', (part, text) => {
    expect(troubles(runnerFindings([{ ...runner, ...part }], '0.1.0'))).toEqual([expect.stringMatching(text)]);
  });
});

describe(toolFindings.name, () => {
  it('should name what templates use and no online runner has', () => {
    const apps = [{ id: 'ansible' }, { id: 'terraform' }];
    const all = [
      { ...runner, apps },
      { ...runner, present: false, apps: [{ id: 'pulumi' }] },
    ];
    expect(levels(toolFindings(['ansible', 'terraform'], all))).toEqual(['ok']);
    expect(troubles(toolFindings(['ansible', 'pulumi'], all))).toEqual([
      expect.stringContaining('Templates use pulumi, which no online runner has'),
    ]);
  });
});

describe(issuerFindings.name, () => {
  it('should miss the address of the issuer where templates ask for ID tokens', () => {
    expect(issuerFindings(false, undefined)).toEqual([]);
    expect(issuerFindings(true, 'https://switchyard.example')).toEqual([]);
    expect(troubles(issuerFindings(true, undefined))).toEqual([
      'warning: Templates ask for ID tokens, for which the server has no public address | Set SWITCHYARD_WEB_HOST; until then their tasks fail.',
    ]);
  });
});

describe(messageFindings.name, () => {
  it('should name what does not get out', () => {
    expect(levels(messageFindings([{ kind: 'alert_user', seconds: 20 }], []))).toEqual(['ok']);
    expect(
      troubles(messageFindings([{ kind: 'alert_user', seconds: 3_600 }], [{ name: 'SIEM', error: 'certificate' }])),
    ).toEqual([
      expect.stringContaining('A message of kind alert_user has been waiting for 1 h'),
      expect.stringContaining('not delivered to SIEM: certificate'),
    ]);
  });
});

describe(tableFindings.name, () => {
  it('should name the largest tables, and ids that come to their end', () => {
    const table = { name: 'log_chunk', bytes: 5_242_880, rows: 9 };
    expect(tableFindings([table], [{ name: 'task_id_seq', used: 0.1 }])).toEqual([
      { level: 'ok', code: 'tables_largest', params: { tables: 'log_chunk 5 MiB' } },
    ]);
    expect(troubles(tableFindings([], [{ name: 'task_id_seq', used: 0.71 }]))).toEqual([
      expect.stringContaining('71 % of the ids of task_id_seq'),
    ]);
  });
});

describe(duration.name, () => {
  it.each([
    [3, '3 s'],
    [90, '2 min'],
    [7_300, '2 h'],
  ])('should write %s seconds as %s', (seconds, text) => expect(duration(seconds)).toBe(text));
});
