import { describe, expect, it } from '@jest/globals';
import { readExpression } from './expression.js';

const outputs = { version: '1.2', count: 5, half: 1.5, hosts: ['a', 'b'], of: { a: 1 }, none: null };
const nodes = { build: { status: 'success', outputs }, 'a-b': { status: 'skipped', outputs: {} } };
const valueOf = (source: string): unknown => {
  const expression = readExpression(source);
  const result = 'fault' in expression ? expression : expression.evaluate(nodes);
  return 'fault' in result ? [result.fault.code, ...Object.values(result.fault.params)] : result.value;
};
const many = (part: string, by: string): string => Array.from({ length: 400 }, () => part).join(by);

describe('an expression', () => {
  it.each([
    ['nodes.build.outputs.version', '1.2'],
    ['"v" + nodes["build"].outputs.version', 'v1.2'],
    ['nodes.build.outputs.count + 1', 6],
    ['nodes.build.outputs.half > 1', true],
    ['nodes.build.outputs.count == 5.0', true],
    ['"a" in nodes.build.outputs.hosts && size(nodes.build.outputs.hosts) == 2', true],
    ['has(nodes.build.outputs.missing) ? "some" : "none"', 'none'],
    ['"version" in nodes["a-b"].outputs', false],
    ['nodes["a-b"].status == "skipped"', true],
    ['{"of": nodes.build.outputs.of, "all": [1, "a", null]}', { of: { a: 1 }, all: [1, 'a', null] }],
    ['nodes.build.outputs[nodes.build.outputs.count > 4 ? "version" : "count"]', '1.2'],
  ])('should have a value: %s', (source, value) => {
    expect(valueOf(source)).toEqual(value);
  });

  it.each([
    ['nodes.build.outputs.version', 'version'],
    ['has(nodes.build.outputs.version)', 'version'],
    ['"version" in nodes["build"].outputs', 'version'],
    ['nodes.build.status', ''],
    ['size(nodes.build.outputs)', null],
    ['nodes.build.outputs[string(1)]', null],
    ['nodes.build == null', null],
  ])('should read no more than it names: %s', (source, output) => {
    expect(readExpression(source)).toMatchObject({ readings: [{ node: 'build', output }] });
  });

  it.each([
    ['1 +', 'expression_syntax', 4],
    ['"a" + 1', 'expression_syntax', 1],
    ['params.a', 'expression_name', 'params'],
    ['nodes.build.task', 'expression_name', 'task'],
    ['size(nodes)', 'expression_nodes'],
    ['nodes[nodes.build.status]', 'expression_nodes'],
    ['nodes.build.outputs.missing', 'expression_failed', 21],
    ['nodes.build.outputs.version > 3', 'expression_failed', 1],
    ['nodes.build.outputs.constructor', 'expression_failed', 21],
    ['1 / 0', 'expression_failed', 1],
    ['9007199254740993', 'expression_result'],
    ['b"bytes"', 'expression_result'],
  ])('should be refused: %s', (source, ...fault) => {
    expect(valueOf(source)).toEqual(fault);
  });

  it.each([
    ['nodes.build.outputs.hosts.map(x, x + x)', 'expression_name', 'map'],
    ['nodes.build.outputs.hosts.all(x, true)', 'expression_name', 'all'],
    ['cel.bind(x, "a", x + x)', 'expression_name', 'bind'],
    ['nodes.build.outputs.version.matches("(a+)+$")', 'expression_name', 'matches'],
    ['nodes.build.outputs.version.split("")', 'expression_name', 'split'],
    [many('(', '') + '1' + many(')', ''), 'expression_size'],
    [many('!', '') + 'true', 'expression_size'],
    [many('1', '+'), 'expression_size'],
    [many('[', '') + many(']', ''), 'expression_size'],
  ])('should not do work without bounds (%#)', (source, ...fault) => {
    expect(valueOf(source)).toEqual(fault);
  });
});
