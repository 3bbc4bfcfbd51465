import { describe, expect, it } from '@jest/globals';
import { registrationIssues, tokenStatus } from './registration-values.js';
import { runnerBody, runnerIssues, runnerValues, shownKey } from './runner-values.js';

const valid = { ...runnerValues(null), name: 'eu-runner-01' };
const faults = (change: object, ofProject = false): string[] =>
  runnerIssues({ ...valid, ...change }, ofProject).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the form of a runner', () => {
  it('should send 0 for an empty limit and show 0 as empty', () => {
    expect(runnerBody(valid).max_parallel_tasks).toBe(0);
    expect(runnerBody({ ...valid, max_parallel_tasks: ' 12 ' }).max_parallel_tasks).toBe(12);
    expect(runnerValues(null).max_parallel_tasks).toBe('');
  });

  it('should send every tag once', () => {
    expect(runnerBody({ ...valid, tags: ['gpu', 'linux', 'gpu '] }).tags).toEqual(['gpu', 'linux']);
  });

  it('should require a name, and for a tag in a project alone', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ name: ' ' })).toEqual(['name: must not be empty']);
    expect(faults({}, true)).toEqual(['tags: must not be empty']);
    expect(faults({ tags: ['gpu'] }, true)).toEqual([]);
  });

  it('should refuse a limit that is no number, a tag with other signs and a webhook that is no web address', () => {
    expect(faults({ max_parallel_tasks: 'many' })).toEqual(['max_parallel_tasks: must be a number']);
    expect(faults({ tags: ['a tag'] })).toEqual(['tags: must be runner tags']);
    expect(faults({ webhook: 'ftp://example.com' })).toEqual(['webhook: must be an http or https address']);
  });
});

describe('the form of a registration token', () => {
  it('should require a name, and for a tag in a project alone', () => {
    const values = { name: 'build-07', tags: [], hours: 24 };
    expect(registrationIssues(values, false)).toEqual([]);
    expect(registrationIssues({ ...values, name: '' }, true).map(({ path }) => path[0])).toEqual(['name', 'tags']);
  });
});

describe('the state of a registration token', () => {
  it('should be used for good once it was used, and over when its time has come', () => {
    const now = Date.parse('2026-05-04T12:00:00Z');
    expect(tokenStatus({ used: null, expires: '2026-05-04T12:00:01Z' }, now)).toBe('open');
    expect(tokenStatus({ used: null, expires: '2026-05-04T12:00:00Z' }, now)).toBe('expired');
    expect(tokenStatus({ used: '2026-05-04T11:00:00Z', expires: '2026-05-04T11:30:00Z' }, now)).toBe('used');
  });
});

describe('a private key on screen', () => {
  it('should show its first 90 characters in one line', () => {
    const pem = `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n-----END PRIVATE KEY-----\n`;
    expect(shownKey(pem)).toBe(`-----BEGIN PRIVATE KEY----- ${'A'.repeat(62)}…`);
  });
});
