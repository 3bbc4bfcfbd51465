import { describe, expect, it } from '@jest/globals';
import { problem, PROBLEMS, sentenceOf } from './problem.js';
import { textList } from './text-list.js';
import { knownProblem, SentProblem, withTexts } from '../refusal/sent-problem.js';

describe('the catalogue of problems', () => {
  it('should have a sentence of its own for every code, so that a sentence leads back to it', () => {
    const sentences = Object.values(PROBLEMS);
    const twice = sentences.filter((sentence, i) => sentences.indexOf(sentence) !== i && !sentence.startsWith('{{'));
    expect(twice).toEqual([]);
  });

  it('should have codes that can be names of texts', () => {
    expect(Object.keys(PROBLEMS).filter((code) => !/^[A-Za-z][A-Za-z0-9_]{1,63}$/.test(code))).toEqual([]);
  });
});

describe(sentenceOf.name, () => {
  it('should put the parameters in their places', () => {
    expect(sentenceOf(problem('task_status', { from: 'success', to: 'stopping' }))).toBe(
      'A task that is success cannot become stopping',
    );
  });

  it('should word a problem that is a parameter of another', () => {
    const fault = problem('json_place', { fault: problem('json_deep', { max: 100 }), place: 'a.b' });
    expect(sentenceOf(problem('body_json', { fault }))).toBe('The body is nested more than 100 levels deep, at a.b');
  });

  it('should join a list as English does', () => {
    expect(sentenceOf(problem('one_of', { values: ['a', 'b', 'c'] }))).toBe('must be one of a, b, and c');
  });

  it('should take parameters as they are, whatever they hold', () => {
    expect(sentenceOf(problem('app_unknown', { id: '$& {{id}}' }))).toBe('There is no app "$& {{id}}"');
  });
});

describe(textList.name, () => {
  it.each([
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [Array.from({ length: 50 }, () => 'a'), Array.from({ length: 50 }, () => 'a')],
    [Array.from({ length: 51 }, () => 'a'), [...Array.from({ length: 49 }, () => 'a'), '…']],
    [
      ['x'.repeat(900), 'y'.repeat(900)],
      ['x'.repeat(900), '…'],
    ],
    [['x'.repeat(1_100)], ['x'.repeat(1_100)]],
  ])('should keep a list within its bounds', (items, kept) => {
    expect(textList(items)).toEqual(kept);
  });
});

describe('a problem of another process', () => {
  const sent = { code: 'of_tools', params: { end: { code: 'exit', params: { tool: 'sh', code: 3 } }, why: 'no' } };

  it('should be taken with parameters two levels deep', () => {
    expect(SentProblem.parse(sent)).toEqual(sent);
  });

  it('should be kept although its code is of a newer version', () => {
    const newer = SentProblem.parse({ code: 'of_tomorrow', params: { a: 1 } });
    expect(newer).toEqual({ code: 'of_tomorrow', params: { a: 1 } });
    expect(knownProblem(newer)).toBeNull();
    expect(knownProblem({ code: 'body_json', params: { fault: newer } })).toBeNull();
  });

  it.each([
    { code: 'x'.repeat(65) },
    { code: 'x', params: { text: 'x'.repeat(2_001) } },
    { code: 'x', params: { names: Array.from({ length: 51 }, () => 'a') } },
    { code: 'x', params: { names: ['x'.repeat(2_001)] } },
    { code: 'x', params: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`p${i}`, i])) },
  ])('should be refused beyond its bounds', (value) => {
    expect(SentProblem.safeParse(value).success).toBe(false);
  });

  it('should have each of its texts changed by a masker', () => {
    const masked = withTexts(SentProblem.parse(sent), (text) => text.replace('sh', '***'));
    expect(masked.params).toEqual({ end: { code: 'exit', params: { tool: '***', code: 3 } }, why: 'no' });
  });

  it('should have each item of its lists changed by a masker, and be known with them', () => {
    const listed = SentProblem.parse({ code: 'one_of', params: { values: ['hunter2', 'b'] } });
    const masked = withTexts(listed, (text) => text.replace('hunter2', '***'));
    expect(masked.params).toEqual({ values: ['***', 'b'] });
    expect(knownProblem(masked)).toEqual(masked);
  });
});
