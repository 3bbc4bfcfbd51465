import type { Event } from '@switchyard/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import i18next from 'i18next';
import { activityWords, endWords, issueWords, pauseWords, problemWords } from './problem-words.js';

const listed = { code: 'one_of', params: { values: ['a', 'b', 'c'] } };
const german = {
  problem: { one_of: 'einer von {{values}}', too_long: 'länger als {{max}}', because: 'nicht: {{reason}}' },
  errors: { unknownCode: 'Fehler {{code}}' },
  activity: { words: { task_started: 'hat {{name}} gestartet' } },
};
const resources = { de: { translation: german } };

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

describe('words that the catalogue lacks', () => {
  const newer = { code: 'invented_later', params: {} };

  it('should show a problem of a newer server by its code', () => {
    expect(problemWords(newer)).toBe('Fehler invented_later');
  });

  it.each(['toString', '__proto__', 'constructor'])('should not take %s for a code', (code) => {
    expect(problemWords({ code, params: {} })).toBe(`Fehler ${code}`);
  });

  it('should put the words of one problem into another', () => {
    const reason = { code: 'too_long', params: { max: 5 } };
    expect(problemWords({ code: 'because', params: { reason } })).toBe('nicht: länger als 5');
  });

  it('should prefer the stored sentence of an end whose problem holds an unknown one', () => {
    const end_problem = { code: 'because', params: { reason: newer } };
    expect(endWords({ end_problem, end_reason: 'not: invented later' })).toBe('not: invented later');
  });

  it('should show the sentence where an older program gave no code, and nothing where there is none', () => {
    expect(endWords({ end_problem: null, end_reason: 'The runner was lost' })).toBe('The runner was lost');
    expect(endWords({ end_problem: null, end_reason: null })).toBeNull();
    expect(pauseWords({ paused_problem: newer, paused_reason: 'disk is full' })).toBe('disk is full');
    expect(pauseWords({ paused_problem: listed, paused_reason: 'x' })).toBe('einer von a, b und c');
  });

  it('should not escape what people named', () => {
    expect(problemWords({ code: 'one_of', params: { values: ['<b>', '&'] } })).toBe('einer von <b> und &');
  });
});

describe(issueWords.name, () => {
  it('should have a line for each fault, after its member, and without one for the whole', () => {
    const issues = [
      { path: ['tasks', 0, 'name'], code: 'too_long', params: { max: 5 } },
      { path: [], ...listed },
    ];
    expect(issueWords(issues)).toBe('tasks.0.name: länger als 5\neiner von a, b und c');
    expect(issueWords([])).toBe('');
  });
});

describe(activityWords.name, () => {
  const event = (activity: { code: string; params: object } | null) =>
    activityWords({ activity, description: 'Template "Deploy" was run' } as Event);

  it('should be those of the code, else the stored sentence', () => {
    expect(event({ code: 'task_started', params: { name: '<Deploy>' } })).toBe('hat <Deploy> gestartet');
    expect(event({ code: 'invented_later', params: {} })).toBe('Template "Deploy" was run');
    expect(event(null)).toBe('Template "Deploy" was run');
  });
});
