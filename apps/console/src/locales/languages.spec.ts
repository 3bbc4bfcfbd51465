import { describe, expect, it } from '@jest/globals';
import { fromLanguageTag, toLanguageTag } from '../lib/language-tag.js';
import { chooseLanguage, languageNames } from './languages.js';

describe('chooseLanguage', () => {
  const all = Object.keys(languageNames);

  it('should take the saved language first', () => {
    expect(chooseLanguage('ja', ['de-AT'], all)).toBe('ja');
  });

  it('should match the whole browser tag before its language', () => {
    expect(chooseLanguage(null, ['pt-BR'], all)).toBe('pt_br');
    expect(chooseLanguage(null, ['de-AT', 'fr'], all)).toBe('de');
  });

  it('should end at English when no catalogue exists', () => {
    expect(chooseLanguage('ja', ['de'], ['en'])).toBe('en');
    expect(chooseLanguage(null, [], all)).toBe('en');
  });
});

describe('toLanguageTag', () => {
  it('should make every language readable for Intl', () => {
    const tags = Object.keys(languageNames).map(toLanguageTag);
    expect(Intl.getCanonicalLocales(tags)).toHaveLength(15);
    expect(tags).toContain('zh-TW');
  });
});

describe('fromLanguageTag', () => {
  it('should lead back to every catalogue code', () => {
    const codes = Object.keys(languageNames);
    expect(codes.map(toLanguageTag).map(fromLanguageTag)).toEqual(codes);
  });
});
