import { describe, expect, it } from '@jest/globals';
import { isWebAddress, Name, Text, TimeInput, withVisibleControls, withVisibleDirections } from './primitives.js';

const accepts = (text: string): boolean => Name.safeParse(text).success;

describe('Name', () => {
  it.each(['Déploiement', '部署', 'نشر', '👩\u200d🚀', 'می\u200cخواهم', 'क्\u200dष', "it's <b>"])(
    'should accept %s',
    (text) => {
      expect(accepts(text)).toBe(true);
    },
  );

  it.each([
    'a\r\nb',
    'a\u0000b',
    'a\u0085b',
    'a\u00adb',
    'a\u061cb',
    'a\u200bb',
    'a\u200eb',
    'a\u200fb',
    'a\u2028b',
    'a\u2029b',
    'a\u202eb',
    'a\u2066b\u2069',
    'a\u2060b',
    'a\ufeffb',
    'a\u{e0041}b',
  ])('should refuse %j', (text) => {
    expect(accepts(text)).toBe(false);
  });
});

describe('withVisibleDirections', () => {
  it('should show every mark of direction as one character', () => {
    const marks = ['\u202a', '\u202e', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c'];
    expect(withVisibleDirections(`a${marks.join('b')}c`)).toBe(`a${marks.map(() => '⇄').join('b')}c`);
    expect(withVisibleDirections('שלום 👩\u200d🚀')).toBe('שלום 👩\u200d🚀');
  });
});

describe('withVisibleControls', () => {
  it('should show what cannot be seen as its code point and leave the rest', () => {
    expect(withVisibleControls('a\u202eb\u{e0041}👩\u200d🚀')).toBe('a‹U+202E›b‹U+E0041›👩\u200d🚀');
  });
});

describe('isWebAddress', () => {
  it.each(['https://host.example/hook?a=b', 'http://[::1]:80/', 'https://müller.example/'])(
    'should accept %s',
    (text) => {
      expect(isWebAddress(text)).toBe(true);
    },
  );

  it.each(['https://a/\r\nb', 'https://a\tb/', 'https://a/ b', 'https://a/\u202eb', 'ftp://a/', 'a', ''])(
    'should refuse %j',
    (text) => {
      expect(isWebAddress(text)).toBe(false);
    },
  );
});

describe('TimeInput', () => {
  it.each([
    ['2026-11-22T01:02:03Z', '2026-11-22T01:02:03.000Z'],
    ['2026-11-22T01:02:03.5+23:30', '2026-11-21T01:32:03.500Z'],
  ])('should make %s UTC', (text, utc) => expect(TimeInput.parse(text)).toBe(utc));

  it.each([
    '',
    'soon',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+10:00',
  ])('should refuse %j', (text) => expect(TimeInput.safeParse(text).success).toBe(false));
});

describe('Name and Text', () => {
  it.each(['a\ud800', '\udc00', 'a\0'])('should refuse %j, which cannot be stored', (text) => {
    expect([Name.safeParse(text).success, Text.safeParse(text).success]).toEqual([false, false]);
  });
});
