import { describe, expect, it } from '@jest/globals';
import { issuesOf } from '../errors/issue.js';
import { JsonArgumentsString, JsonObjectString, JsonScalarsString } from './json-string.js';
import { JsonStageArgumentsString } from './stage-arguments.js';

type Schema = typeof JsonObjectString | typeof JsonArgumentsString;
const messages = (schema: Schema, text: string): string[] =>
  issuesOf(schema.safeParse(text).error?.issues ?? []).map(({ message }) => message);

describe('JSON in strings', () => {
  it.each<[string, Schema, string]>([
    ['nesting', JsonObjectString, `{"a":${'['.repeat(6000)}${']'.repeat(6000)}}`],
    ['a million lists', JsonObjectString, `{"a":[${'[],'.repeat(300_000)}[]]}`],
  ])('should be refused with %s', (_, schema, text) => {
    expect(messages(schema, text)).toEqual([expect.stringMatching(/levels deep|more than 100000 values/)]);
  });

  it.each<[Schema, string, string]>([
    [JsonObjectString, '{"a":{"b":"\\u0000"}}', 'must not contain the NUL character (\\u0000), at a.b'],
    [JsonScalarsString, '{"a":"\\ud800"}', 'must not contain half of a surrogate pair, at a'],
    [JsonScalarsString, '{"a":"\ud800"}', 'must not contain NUL or half of a surrogate pair'],
    [JsonStageArgumentsString, '["\\udc00"]', 'must not contain half of a surrogate pair, at 0'],
    [JsonArgumentsString, '["a\\u0000"]', 'must not contain the NUL character (\\u0000), at 0'],
    [JsonObjectString, '{"__proto__":{}}', 'must not have a member __proto__, at __proto__'],
    [JsonObjectString, '[1]', 'must be a JSON object'],
    [JsonObjectString, '\n{"a": 1,\n}', 'is not valid JSON at line 3, column 1'],
    [JsonScalarsString, '{', 'is not valid JSON at line 1, column 2'],
    [JsonScalarsString, '{"a":[]}', 'must be a JSON object whose values are not objects or lists'],
    [JsonArgumentsString, '{"default":["a"]}', 'must be a JSON array of at most 1000 strings'],
    [JsonStageArgumentsString, JSON.stringify(Array(1001).fill('a')), 'must be a JSON array of at most 1000 strings'],
    [JsonObjectString, ' '.repeat(1_048_577), 'must be at most 1048576 characters'],
  ])('should be refused with a reason: %# ', (schema, text, message) => {
    expect(messages(schema, text)).toEqual([message]);
  });

  it('should be kept as they were sent', () => {
    expect(JsonObjectString.parse(' {"a": 1} ')).toBe('{"a": 1}');
    expect([JsonObjectString.parse(null), JsonScalarsString.parse('')]).toEqual(['{}', null]);
    expect(JsonStageArgumentsString.parse('{"plan":["-x"]}')).toBe('{"plan":["-x"]}');
    expect([JsonArgumentsString.parse(''), JsonArgumentsString.parse('["\u{1f600}"]')]).toEqual([
      null,
      '["\u{1f600}"]',
    ]);
  });
});
