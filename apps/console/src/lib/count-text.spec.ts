import { describe, expect, it } from '@jest/globals';
import i18next from 'i18next';
import { countFormatter } from './count-text.js';

const translation = {
  lines_one: '{{count}} line',
  lines_other: '{{count}} lines',
  task: 'Task {{id}}, exit code {{code}}',
};

describe('numbers in texts', () => {
  it.each([
    ['en', 12_345, '12,345 lines'],
    ['de', 12_345, '12.345 lines'],
    ['pl', 12_345, '12 345 lines'],
    ['zh_tw', 12_345, '12,345 lines'],
    ['en', 1, '1 line'],
  ])('should group a number of things as in %s', async (lng, count, text) => {
    const i18n = i18next.createInstance();
    await i18n.use(countFormatter).init({
      lng,
      resources: { [lng]: { translation } },
      interpolation: { escapeValue: false, alwaysFormat: true },
    });
    expect(i18n.t('lines', { count, defaultValue: '' }).replace(/\s/g, ' ')).toBe(text);
    expect(i18n.t('task', { id: 12_345, code: 1_000, defaultValue: '' })).toBe('Task 12345, exit code 1000');
  });
});
