import { beforeAll, describe, expect, it } from '@jest/globals';
import { scaleLinear } from '@visx/scale';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { wholeTicks } from './result-chart.js';
import { useDayWords } from './stat-words.js';

const thisYear = new Date().getUTCFullYear();

function Long({ day }: { day: string }) {
  return useDayWords().long(day);
}
const long = (day: string): string => renderToStaticMarkup(<Long day={day} />);

describe(useDayWords.name, () => {
  beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: {} }));

  it('should name the year of every day but those of this one', () => {
    expect(long('2019-03-05')).toContain('2019');
    expect(long('2019-03')).toContain('2019');
    expect(long(`${thisYear}-03-05`)).not.toContain(String(thisYear));
  });
});

describe(wholeTicks.name, () => {
  it.each([1, 2, 4, 7, 100])('should have no part of a task at an axis to %d', (most) => {
    const ticks = wholeTicks(scaleLinear({ domain: [0, most], range: [300, 0], nice: true }));
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.filter((tick) => !Number.isInteger(tick))).toEqual([]);
  });
});
