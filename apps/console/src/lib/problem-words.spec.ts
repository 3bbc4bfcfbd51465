import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import i18next from 'i18next';
import { endWords, problemWords } from './problem-words.js';

const listed = { code: 'one_of', params: { values: ['a', 'b', 'c'] } };
const resources = { de: { translation: { problem: { one_of: 'einer von {{values}}' } } } };

beforeAll(() => i18next.init({ lng: 'de', resources }));
afterAll(() => i18next.changeLanguage('en'));

describe(problemWords.name, () => {
  it('should join a list as the language on screen does', () => {
    expect(problemWords(listed)).toBe('einer von a, b und c');
  });

  it('should know a stored end with a list', () => {
    expect(endWords({ end_problem: listed, end_reason: 'must be one of a, b, and c' })).toBe('einer von a, b und c');
  });
});
