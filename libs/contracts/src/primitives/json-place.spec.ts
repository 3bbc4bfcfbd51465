import { describe, expect, it } from '@jest/globals';
import { jsonPlace } from './json-place.js';

/** The place of the first `!` in a text. */
const place = (text: string): string => jsonPlace(text, text.indexOf('!'));

describe(jsonPlace.name, () => {
  it.each([
    ['!', ''],
    ['{"a": !', 'a'],
    ['{"a": 1, "b": !', 'b'],
    ['{"hosts": [1, 2, {"name": !', 'hosts.2.name'],
    ['[[1], [2, !', '1.1'],
    ['{"a": {"b": 1}, "c": !', 'c'],
    ['{"a": [], "b": [!', 'b.0'],
    ['{"a,]}": !', 'a,]}'],
    ['{"a": "x, \\" {", "b": !', 'b'],
    ['{"a": "b", !', 'a'],
  ])('should name the value in %s', (text, path) => {
    expect(place(text)).toBe(path);
  });

  it('should cut long names and long places', () => {
    expect(place(`{"${'n'.repeat(100)}": !`)).toBe('n'.repeat(60));
    const nested = `${Array.from({ length: 20 }, () => `{"${'n'.repeat(50)}":`).join('')}!`;
    expect(place(nested)).toHaveLength(200);
  });

  it('should survive a text that ends within a string', () => {
    expect(jsonPlace('{"a": "unfinished', 17)).toBe('a');
    expect(jsonPlace('{"a\\', 4)).toBe('');
  });
});
