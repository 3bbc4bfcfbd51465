import { describe, expect, it } from '@jest/globals';
import { problemSentence } from './problem-sentence.js';

const SENTENCES = {
  plain: 'Nothing is there',
  named: '{{name}} is taken',
  counted: '{{count}} of {{limit}} are used',
  listed: 'Missing: {{names}}',
  outer: 'Refused: {{reason}}',
};

const worded = (code: string, params = {}, tag = 'en'): string => problemSentence({ code, params }, SENTENCES, tag);

describe('the sentence of a problem', () => {
  it('should hold its parameters', () => {
    expect([worded('plain'), worded('named', { name: 'a' })]).toEqual(['Nothing is there', 'a is taken']);
  });

  it('should leave a place empty whose parameter another version does not send', () => {
    expect(worded('named')).toBe(' is taken');
  });

  it('should group counts, and nothing else', () => {
    expect(worded('counted', { count: 12_345, limit: 12_345 }, 'de')).toBe('12.345 of 12345 are used');
  });

  it('should join lists as the language does', () => {
    expect(worded('listed', { names: ['a', 'b'] }, 'fr')).toBe('Missing: a et b');
  });

  it('should word a problem within a problem', () => {
    expect(worded('outer', { reason: { code: 'named', params: { name: 'x' } } })).toBe('Refused: x is taken');
  });

  it('should be the code of a problem that it does not know, also one with a name of every object', () => {
    expect([worded('future'), worded('constructor')]).toEqual(['future', 'constructor']);
  });
});
