import { beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@switchyard/contracts';
import { consoleCatalogue } from '@switchyard/texts/testing';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { useCronWords } from './use-cron-words.js';

const crons = ['* * * * *', '15 * * * *', '30 9 * * *', '0 8 * * 1,3', '0 6 1,15 * *', '0 6 * 1 *', '0 6 24 12 *'];

function Words({ cron }: { cron: string }) {
  return useCronWords()(cron) ?? 'none';
}

const wordsOf = async (cron: string, language: string): Promise<string> => {
  await i18next.changeLanguage(language);
  return renderToStaticMarkup(<Words cron={cron} />);
};

describe('the words of a schedule', () => {
  beforeAll(() =>
    i18next.use(initReactI18next).init({
      lng: 'en',
      interpolation: { escapeValue: false },
      resources: Object.fromEntries(LANGUAGES.map((code) => [code, { translation: consoleCatalogue(code) }])),
    }),
  );

  it.each([
    ['0 8 * * 1,3', ['Mon', 'Wed', '08:00']],
    ['0 8 * * 0', ['Sun', '08:00']],
    ['0,30 8,20 * * *', ['08:00', '08:30', '20:00', '20:30']],
    ['0 6 24 12 *', ['24', 'Dec', '06:00']],
  ])('should name days, months and times of %s', async (cron, words) => {
    const text = await wordsOf(cron, 'en');
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
  });

  it('should name hours and minutes apart when a day has more than six times', async () => {
    const text = await wordsOf('0,30 8,12,16,20 * * *', 'en');
    expect(text).not.toContain('08:30');
  });

  it('should leave an expression without words to be shown itself', async () => {
    expect(await wordsOf('*/7 1-3 */2 * 5', 'en')).toBe('none');
  });

  it.each(LANGUAGES)('should tell each kind of schedule from the others in %s', async (language) => {
    const texts: string[] = [];
    for (const cron of crons) {
      texts.push(await wordsOf(cron, language));
    }
    expect(new Set(texts).size).toBe(crons.length);
    expect(texts.filter((text) => /schedule\.|\{\{|none/.test(text))).toEqual([]);
  });
});
