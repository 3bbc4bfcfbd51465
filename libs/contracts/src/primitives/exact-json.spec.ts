import { describe, expect, it } from '@jest/globals';
import { ExactNumber, exactJson, parseExact, parseExactObject } from './exact-json.js';

describe('exact JSON', () => {
  it.each([
    '{"id":12345678901234567890,"ratio":1.0,"port":5}',
    '[1e3,-0,1.50,0.1,[{"deep":9007199254740993}]]',
    '{"text":"12345678901234567890 and \\"1.0\\"","n":1.0,"nothing":null,"on":true}',
    '12345678901234567890',
    '"1.0"',
    '{}',
  ])('should write %s as it was read', (text) => {
    expect(exactJson(parseExact(text))).toBe(text);
  });

  it('should read what JavaScript writes alike as it is', () => {
    expect(parseExact('{"a":5,"b":1.5,"c":"1.0"}')).toEqual({ a: 5, b: 1.5, c: '1.0' });
    const { big } = parseExactObject('{"big":12345678901234567890}');
    expect([big instanceof ExactNumber, String(big), JSON.stringify(big)]).toEqual([
      true,
      '12345678901234567890',
      '12345678901234567000',
    ]);
  });

  it('should take texts with NUL and texts of other JSON for what they are', () => {
    expect(parseExact('["\\u00001.0",1.0]')).toEqual(['\u00001.0', 1]);
    expect([parseExactObject('[1.0]'), parseExactObject('1.0'), parseExactObject('{'), parseExactObject(null)]).toEqual(
      [{}, {}, {}, {}],
    );
    expect(() => parseExact('{"a":')).toThrow(SyntaxError);
  });

  it('should be quick with a long text', () => {
    const text = JSON.stringify({ a: '\\'.repeat(400_000), b: 1 }).replace('1}', '1.0}');
    expect(exactJson(parseExact(text))).toBe(text);
  });
});
