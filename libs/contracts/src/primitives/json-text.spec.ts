import { describe, expect, it } from '@jest/globals';
import { isStorable, jsonFault, MAX_JSON_DEPTH, MAX_JSON_VALUES, parseJson } from './json-text.js';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const list = (values: number): string => `[${Array.from({ length: values - 1 }, () => '0').join(',')}]`;

describe('parseJson', () => {
  it.each([
    '{"a":[1,"x",null,true,{"b":-1.5e3}]}',
    '"\\u0041 \\ud83d\\ude00 \\\\u0000 \\\\ud800 \\" \\n"',
    '"\u{1f600} plain"',
    '{"text":"[[[[{{{{ ,,,, \\\\"}',
    '["__proto__", {"a":"__proto__"}, {"__proto":1}, {"x__proto__":1}]',
    nested(MAX_JSON_DEPTH),
    '{"a":"\\\\"}',
  ])('should read %s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['{"a":"x\\u0000"}', 'must not contain the NUL character (\\u0000), at a'],
    ['{"list":[1,{"name":"\\ud800"}]}', 'must not contain half of a surrogate pair, at list.1.name'],
    ['["ok","\\uDC00"]', 'must not contain half of a surrogate pair, at 1'],
    ['["\\ud83d\\u0041"]', 'must not contain half of a surrogate pair, at 0'],
    ['{"\\ud800":1}', 'must not contain half of a surrogate pair, at \\ud800'],
    ['{"a":{"__proto__":{"admin":true}}}', 'must not have a member __proto__, at a.__proto__'],
    ['{"\\u005f_proto_\\u005F" :1}', 'must not have a member __proto__, at \\u005f_proto_\\u005F'],
    ['{"a":', 'is not valid JSON'],
    ['', 'is not valid JSON'],
    ['\\"\\u0000', 'is not valid JSON'],
  ])('should refuse %s', (text, message) => {
    expect(() => parseJson(text)).toThrow(expect.objectContaining({ name: 'JsonError', message }));
  });

  it('should refuse what is nested too deep, however deep that is', () => {
    for (const levels of [MAX_JSON_DEPTH + 1, 1_000_000]) {
      expect(() => parseJson(nested(levels))).toThrow(`is nested more than ${MAX_JSON_DEPTH} levels deep, at 0.0.0`);
    }
  });

  it('should count values of every kind', () => {
    expect(parseJson(list(MAX_JSON_VALUES - 1))).toHaveLength(MAX_JSON_VALUES - 2);
    expect(() => parseJson(list(MAX_JSON_VALUES + 1))).toThrow(/^has more than 100000 values, at \d+$/);
    expect(jsonFault(`{"z":[${'[],'.repeat(5_600_000)}[]]}`)?.at).toBeLessThan(400_000);
    expect(jsonFault(`{"z":[${'0,'.repeat(1_000_000)}0]}`)?.at).toBeLessThan(400_000);
  });

  it('should need time in proportion to the length, whatever stands there', () => {
    const size = 2_000_000;
    for (const part of ['\\"', '"\\\\"', '\\\\', '"\\u0041"', '"', '\\u0041']) {
      jsonFault(part.repeat(size / part.length));
      jsonFault(`["${part.repeat(size / part.length)}`);
    }
  });
});

describe('isStorable', () => {
  it.each(['', 'plain', '\u{1f600}', 'a\u0001'])('should be true for %j', (text) =>
    expect(isStorable(text)).toBe(true),
  );
  it.each(['a\0', '\ud800', 'x\udc00y', '\udc00\ud800'])('should be false for %j', (text) =>
    expect(isStorable(text)).toBe(false),
  );
});
