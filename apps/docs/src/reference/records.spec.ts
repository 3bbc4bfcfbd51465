import { describe, expect, it } from '@jest/globals';
import { records } from './records.mjs';

const PARTS = ['Context', 'Decision', 'Consequences'];
const HEAD = /^# (?<number>\d{4}): (?<title>[A-Z`].*[^.])$/;
const STATUS =
  /^Status: (?:proposed|accepted|(?:accepted, in part )?superseded by (?<by>\d{4}))\. Date: 20\d\d-[01]\d-[0-3]\d\.$/;

const all = records().map(({ file, text, number }): [file: string, text: string, number: number] => [
  file,
  text,
  number,
]);
const wordsOf = (text: string): number => text.trim().split(/\s+/).length;

describe('decision records', () => {
  it.each(all)('should begin %s with its number, its decision and its status', (_, text, number) => {
    const [head = '', gap, status = ''] = text.split('\n');
    expect(Number(HEAD.exec(head)?.groups?.['number'])).toBe(number);
    expect(wordsOf(HEAD.exec(head)?.groups?.['title'] ?? '')).toBeGreaterThanOrEqual(4);
    expect(gap).toBe('');
    expect(status).toMatch(STATUS);
  });

  it.each(all)('should give %s the parts of the template, in at most 300 words', (_, text) => {
    expect([...text.matchAll(/^\*\*(Context|Decision|Consequences)\.\*\*\s/gm)].map(([, part]) => part)).toEqual(PARTS);
    expect([...text.matchAll(/^#/gm)]).toHaveLength(1);
    expect(wordsOf(text.split('\n').slice(3).join('\n'))).toBeLessThanOrEqual(300);
  });

  it('should name later records as those that supersede', () => {
    const numbers = all.map(([, , number]) => number);
    const wrong = all.filter(([, text, number]) => {
      const by = Number(STATUS.exec(text.split('\n')[2] ?? '')?.groups?.['by'] ?? Number.POSITIVE_INFINITY);
      return Number.isFinite(by) && (by <= number || !numbers.includes(by));
    });
    expect(wrong.map(([file]) => file)).toEqual([]);
  });
});
