import { describe, expect, it } from '@jest/globals';
import { CHECKS, DoctorReport, findingSentence, remedySentence } from './doctor.js';
import { FINDINGS, REMEDIES } from './findings.js';

const codes = Object.keys(FINDINGS);

describe('findings', () => {
  it('should each have a sentence of its own, or that of what failed', () => {
    const own = Object.values(FINDINGS).filter((sentence: string) => sentence !== '{{reason}}');
    expect(new Set(own).size).toBe(own.length);
  });

  it.each(Object.keys(REMEDIES))('should have the one that the remedy %s is for', (code) => {
    expect(codes).toContain(code);
  });
});

describe(findingSentence.name, () => {
  it('should fill in the values, and leave what is missing empty', () => {
    const params = { version: '18.4', connections: 3 };
    expect(findingSentence({ code: 'database_server', params })).toBe('PostgreSQL 18.4, 3 of  connections');
  });
});

describe(remedySentence.name, () => {
  it('should be for what is not well, and known', () => {
    expect(remedySentence({ code: 'clock_differs', level: 'warning' })).toContain('NTP');
    expect(remedySentence({ code: 'clock_differs', level: 'ok' })).toBeUndefined();
    expect(remedySentence({ code: 'constructor', level: 'fault' })).toBeUndefined();
  });
});

describe('a report', () => {
  const finding = { check: CHECKS[0], level: 'ok', code: 'settings_given', params: { number: 2 } };
  const report = { made: '2026-11-29T12:00:00Z', findings: [finding], settings: [] };

  it('should be read, also with codes of a newer server', () => {
    expect(DoctorReport.parse({ ...report, findings: [{ ...finding, code: 'new' }] }).findings).toHaveLength(1);
  });

  it.each([{ level: 'worse' }, { code: 'x'.repeat(65) }, { params: { deep: {} } }])('should refuse %j', (part) => {
    expect(DoctorReport.safeParse({ ...report, findings: [{ ...finding, ...part }] }).success).toBe(false);
  });
});
