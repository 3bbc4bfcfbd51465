import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@switchyard/contracts';
import { chooseLanguage } from './languages.js';

describe(chooseLanguage.name, () => {
  it('should take the saved language first', () => {
    expect(chooseLanguage('ja', ['de-AT'], LANGUAGES)).toBe('ja');
    expect(chooseLanguage('xx', ['de-AT'], LANGUAGES)).toBe('de');
  });

  it('should take the first language of the browser that has a catalogue, whatever its region', () => {
    expect(chooseLanguage(null, ['sv', 'pt-BR', 'fr'], LANGUAGES)).toBe('pt_br');
    expect(chooseLanguage(null, ['de-AT', 'fr'], LANGUAGES)).toBe('de');
    expect(chooseLanguage(null, ['zh-Hant-HK'], LANGUAGES)).toBe('zh_tw');
  });

  it('should end at English', () => {
    expect(chooseLanguage('ja', ['de'], ['en'])).toBe('en');
    expect(chooseLanguage(null, [], LANGUAGES)).toBe('en');
  });
});
