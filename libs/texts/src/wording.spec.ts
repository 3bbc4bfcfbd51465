import { describe, expect, it } from '@jest/globals';
import { problem } from '@switchyard/contracts';
import { Wording, wordingIn } from './wording.js';

const AT = new Date('2026-01-02T23:04:05Z');

describe(Wording.name, () => {
  it('should word a problem that is a parameter of another', () => {
    const reason = problem('launch_refused', { reason: problem('exit_code', { code: 3 }) });
    expect(wordingIn('en').problem(reason)).toBe('The launch was refused: exit code 3');
    expect(wordingIn('de').problem(reason)).toMatch(/^Der Start wurde abgewiesen: .*3$/);
  });

  it('should join a list of a problem as the language does', () => {
    const reason = problem('job_form', { members: ['a', 'b', 'c'] });
    expect(wordingIn('de').problem(reason)).toMatch(/a, b und c/);
    expect(wordingIn('ja').problem(reason)).toMatch(/a、b、c/);
  });

  it('should group a number of things as the language does, and leave a code as it is', () => {
    const reason = problem('pause_disk_full', { megabytes: 12_345 });
    expect(wordingIn('de').problem(reason)).toMatch(/12\.345 MB/);
    expect(wordingIn('en').problem(reason)).toMatch(/12,345 MB/);
    expect(wordingIn('de').problem(problem('exit_code', { code: 12_345 }))).toMatch(/12345/);
  });

  it('should write times and durations as the language does, in the time zone of the server', () => {
    expect(wordingIn('en').moment(AT, 'Europe/Berlin')).toBe('Jan 3, 2026, 12:04 AM GMT+1');
    expect(wordingIn('de').moment(AT, 'Europe/Berlin')).toBe('3. Jan. 2026, 00:04 MEZ');
    expect([wordingIn('ru').minutes(10), wordingIn('zh_tw').minutes(10)]).toEqual(['10 минут', '10 分鐘']);
  });

  it.each([
    [0, '0 sec'],
    [1, '1 sec'],
    [59, '59 sec'],
    [60, '1 min'],
    [200, '3 min 20 sec'],
    [3_599, '59 min 59 sec'],
    [3_600, '1 hr'],
    [3_605, '1 hr'],
    [3_725, '1 hr 2 min'],
    [90_000, '25 hr'],
  ])('should write how long %i s are by the two greatest units', (seconds, text) => {
    expect(wordingIn('en').duration(seconds)).toBe(text);
  });

  it.each([
    ['de', '3 Min. 20 Sek.'],
    ['fr', '3 min 20 s'],
    ['ja', '3 分 20 秒'],
    ['ru', '3 мин 20 с'],
    ['ko', '3분 20초'],
    ['zh_cn', '3分钟 20秒'],
    ['nl', '3 min 20 sec'],
    ['es', '3 min 20 s'],
    ['it', '3 min 20 s'],
  ] as const)('should write a duration as %s does', (language, text) => {
    const plain = (words: string): string => words.replace(/\s/g, ' ');
    expect(plain(wordingIn(language).duration(200))).toBe(text);
  });
});
