import { describe, expect, it } from '@jest/globals';
import { isStageArguments, JsonStageArgumentsString, parseStageArguments } from './stage-arguments.js';

describe('arguments by stage', () => {
  it.each([
    ['["-v"]', { default: ['-v'] }],
    ['{"plan":["-refresh=false"],"apply":[]}', { plan: ['-refresh=false'], apply: [] }],
    ['', {}],
    [null, {}],
    [undefined, {}],
    ['{"test":["-v"]}', null],
    ['{"plan":"-v"}', null],
    ['{"plan":[1]}', null],
    ['"-v"', null],
    ['no JSON', null],
    ['{"__proto__":["-v"]}', null],
  ])('should be read from %j', (text, stages) => {
    expect(parseStageArguments(text)).toEqual(stages);
  });

  it('should differ from a plain list by their first character', () => {
    expect(['{"plan":[]}', '["-v"]', null].map(isStageArguments)).toEqual([true, false, false]);
  });

  it('should be sent as either, or not at all', () => {
    const isAccepted = (sent: unknown): boolean => JsonStageArgumentsString.safeParse(sent).success;
    expect(['["-v"]', '{"init":["-upgrade"]}', '', null, undefined].map(isAccepted)).toEqual(Array(5).fill(true));
    expect(['{"test":[]}', '[1]', 'x', 4].map(isAccepted)).toEqual(Array(4).fill(false));
    expect(JsonStageArgumentsString.parse('')).toBeNull();
  });
});
