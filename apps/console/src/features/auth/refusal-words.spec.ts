import { describe, expect, it } from '@jest/globals';
import type { TFunction } from 'i18next';
import { refusalWords } from './refusal-words.js';

const t = ((key: string) => `<${key}>`) as unknown as TFunction;

describe('the words for a refused sign-in', () => {
  it('should be ours when the server answers a code that we know', () => {
    expect(refusalWords(t, { message: 'EXPIRED_PASSCODE' })).toBe('<auth.refused.EXPIRED_PASSCODE>');
  });

  it('should be those of the server when it answers a text', () => {
    expect(refusalWords(t, { message: 'Too many attempts' })).toBe('Too many attempts');
  });
});
