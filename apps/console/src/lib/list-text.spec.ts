import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import i18next from 'i18next';
import { byName } from './compare-text.js';
import { listText } from './list-text.js';

const named = (...names: string[]): { name: string }[] => names.map((name) => ({ name }));

beforeAll(() => i18next.init({ lng: 'en', resources: {} }));
afterAll(() => i18next.changeLanguage('en'));

describe(listText.name, () => {
  it.each([
    ['en', 'eu, us, and ap'],
    ['de', 'eu, us und ap'],
    ['ja', 'eu、us、ap'],
    ['pt_br', 'eu, us e ap'],
    ['zh_tw', 'eu、us和ap'],
  ])('should join items as in %s', async (language, text) => {
    await i18next.changeLanguage(language);
    expect(listText(['eu', 'us', 'ap'])).toBe(text);
  });
});

describe(byName.name, () => {
  it.each([
    ['de', ['Ofen', 'Öl', 'Zug']],
    ['pl', ['Lato', 'Łódź', 'Mapa']],
  ])('should sort as in %s', async (language, sorted) => {
    await i18next.changeLanguage(language);
    expect(byName(named(...sorted.toReversed()))).toEqual(named(...sorted));
  });

  it('should count figures in names as numbers', () => {
    expect(byName(named('web 10', 'web 9'))).toEqual(named('web 9', 'web 10'));
  });
});
