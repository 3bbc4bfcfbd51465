import { describe, expect, it } from '@jest/globals';
import { isZoneFound, zoneChoices } from './zone-choices.js';

const choices = zoneChoices(Intl.supportedValuesOf('timeZone'));
const found = (typed: string): string[] =>
  choices.filter((choice) => isZoneFound(typed, choice)).map(({ value }) => value);

describe('the choice of a time zone', () => {
  it.each([
    ['kolk', 'Asia/Kolkata'],
    ['kyiv', 'Europe/Kyiv'],
    ['Kiev', 'Europe/Kyiv'],
    ['calcutta', 'Asia/Kolkata'],
    ['saigon', 'Asia/Ho_Chi_Minh'],
    ['new york', 'America/New_York'],
    ['America/New_', 'America/New_York'],
    ['munich', 'Europe/Berlin'],
    [' Mumbai ', 'Asia/Kolkata'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['zulu', 'UTC'],
  ])('should find by %j the zone %s', (typed, zone) => {
    expect(found(typed)).toContain(zone);
  });

  it('should offer each zone once, UTC first, by a name that the tz database has today', () => {
    const values = choices.map(({ value }) => value);
    expect(values[0]).toBe('UTC');
    expect(new Set(values).size).toBe(values.length);
    expect(values).not.toContain('Asia/Calcutta');
    expect(() => values.forEach((timeZone) => new Intl.DateTimeFormat('en', { timeZone }))).not.toThrow();
  });

  it('should find nothing for what no zone is known as', () => {
    expect(found('atlantis')).toEqual([]);
  });
});
