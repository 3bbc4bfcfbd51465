import { describe, expect, it } from '@jest/globals';
import { languageOf, LANGUAGES, languageTag } from './languages.js';

describe(languageOf.name, () => {
  it.each([
    ['pt-PT', 'pt'] as const,
    ['pt', 'pt'] as const,
    ['pt-AO', 'pt'] as const,
    ['pt-BR', 'pt_br'] as const,
    ['zh', 'zh_cn'] as const,
    ['zh-SG', 'zh_cn'] as const,
    ['zh-Hans-HK', 'zh_cn'] as const,
    ['zh-Hant-HK', 'zh_tw'] as const,
    ['zh-HK', 'zh_tw'] as const,
    ['zh-MO', 'zh_tw'] as const,
    ['zh-TW', 'zh_tw'] as const,
    ['zh-Hant', 'zh_tw'] as const,
    ['ZH_tw', 'zh_tw'] as const,
    ['de-AT', 'de'] as const,
    ['en-GB', 'en'] as const,
    ['fr-CA', 'fr'] as const,
    ['uk-UA', 'uk'] as const,
    ['sv', null] as const,
    ['', null] as const,
    ['constructor', null] as const,
  ])('should take %s for %s', (tag, language) => {
    expect(languageOf(tag)).toBe(language);
  });
});

describe(languageTag.name, () => {
  it('should be a tag that Intl knows and that leads back, for each of the fifteen', () => {
    const tags = LANGUAGES.map(languageTag);
    expect(Intl.getCanonicalLocales(tags)).toEqual(tags);
    expect(Intl.PluralRules.supportedLocalesOf(tags)).toHaveLength(15);
    expect(tags.map(languageOf)).toEqual(LANGUAGES);
  });
});
