import { describe, expect, it } from '@jest/globals';
import { HistoryQuery, ImportedTask } from './imported-task.js';

const task = {
  id: 2_147_483_647_000,
  template_id: 1,
  status: 'success',
  created: '2026-01-02T03:04:05.678901+02:00',
  start: null,
  end: '2026-01-02T01:05:00Z',
  user: 'dave',
  message: '',
  playbook: '',
  environment: '',
  arguments: '',
  git_branch: null,
  version: null,
  commit_hash: null,
  commit_message: '',
  inventory_id: null,
  build_task: null,
  params: { limit: 'web, db', debug: true },
  log: [[0, 'line\nline']],
  hosts: [],
  errors: [],
};

describe('a task of another product', () => {
  it('should come with its times in UTC and its texts as tasks have them', () => {
    expect(ImportedTask.parse(task)).toEqual({
      ...task,
      created: '2026-01-02T01:04:05.678Z',
      end: '2026-01-02T01:05:00.000Z',
      environment: '{}',
      arguments: null,
      params: { limit: ['web', 'db'], debug: true },
    });
  });

  it.each([
    ['an id of none', { id: 0 }],
    ['an id that no number is exact for', { id: 2 ** 53 }],
    ['a time that is none', { end: '0000-00-00 00:00:00' }],
    ['a line before all time', { log: [[-1, '']] }],
    ['a line without a time', { log: [['']] }],
    ['counters beyond a column', { hosts: [{ host: 'a', changed: 2 ** 31 }] }],
    ['variables that are no object', { environment: '[]' }],
    ['arguments that are no list', { arguments: 'x' }],
    ['a member of another version', { runner: 1 }],
  ])('should not come with %s', (_, members) => {
    expect(ImportedTask.safeParse({ ...task, ...members }).success).toBe(false);
  });

  it('should name its source by a digest', () => {
    expect(HistoryQuery.safeParse({ source: '0f'.repeat(32) }).success).toBe(true);
    expect(
      ['', 'x', 'A'.repeat(64), '0'.repeat(65)].filter((source) => HistoryQuery.safeParse({ source }).success),
    ).toEqual([]);
  });
});
