import { describe, expect, it } from '@jest/globals';
import { faultsOf, faultyMembers } from '../testing/faults-of.js';
import { EXTRACTED_TASK_MEMBERS, ExtractedValueInput, MatcherInput } from './matcher.js';

const matcher = { name: 'm', match_type: 'body', body_data_type: 'json', key: 'ref', method: 'equals', value: 'x' };
const value = { name: 'v', value_source: 'header', key: 'X-Ref', variable: 'ref' };

describe('a matcher', () => {
  it.each([
    ['a path into the body', {}, []],
    ['a header', { match_type: 'header', body_data_type: null, key: 'X-GitHub-Event' }, []],
    ['the whole body as a text', { body_data_type: 'string', key: '' }, []],
    ['no path', { key: '' }, ['key required']],
    ['no header', { match_type: 'header', key: '' }, ['key required']],
    ['no word on what the body is', { body_data_type: '' }, ['body_data_type required']],
    ['a path that is none', { key: 'a..b[' }, ['key json_path']],
    ['a header that cannot be one', { match_type: 'header', key: 'X Event' }, ['key header_name']],
    ['a header with a colon', { match_type: 'header', key: 'X:Y' }, ['key header_name']],
  ])('should look where it may: %s', (_, change, expected) => {
    expect(faultsOf(MatcherInput, { ...matcher, ...change })).toEqual(expected);
  });

  it.each([
    ['value', ''],
    ['value', 'x'.repeat(1_001)],
    ['value', 'a\u0000b'],
    ['method', 'matches'],
    ['body_data_type', 'yaml'],
  ])('should refuse as %s: %j', (member, sent) => {
    expect(faultyMembers(MatcherInput, { ...matcher, [member]: sent })).toEqual([member]);
  });
});

describe('an extracted value', () => {
  it('should be a variable of the task where nothing else is sent', () => {
    for (const variable_type of [undefined, null, '']) {
      expect(ExtractedValueInput.parse({ ...value, variable_type }).variable_type).toBe('environment');
    }
  });

  it.each(EXTRACTED_TASK_MEMBERS)('should be allowed to set %s of a launch', (variable) => {
    expect(faultsOf(ExtractedValueInput, { ...value, variable_type: 'task', variable })).toEqual([]);
  });

  it.each(['template_id', 'secret', 'environment', 'id', 'constructor'])(
    'should not set %s of a launch',
    (variable) => {
      expect(faultsOf(ExtractedValueInput, { ...value, variable_type: 'task', variable })).toEqual(['variable one_of']);
    },
  );
});
