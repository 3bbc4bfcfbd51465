import { describe, expect, it } from '@jest/globals';
import type { Problem } from '@switchyard/contracts';
import {
  environmentRows,
  environmentRules,
  extraRules,
  extraVariables,
  jsonOfEnvironment,
  jsonOfRows,
  prettyJson,
  rowFaults,
  tableRows,
  type VariableRow,
} from './variable-rows.js';

const words = {
  unnamed: 'no name',
  twice: (name: string) => `${name} twice`,
  value: (column: number) => `no JSON at ${column}`,
  problem: ({ code }: Problem) => code,
  lines: 'lines at fault',
};
const row = (name: string, value: string): VariableRow => ({ key: 0, name, value });

describe('tableRows', () => {
  it('should show each value as JSON, and texts without quotes', () => {
    const rows = tableRows('{"app_env":"production","replicas":6,"new_cart":true,"hosts":["a"],"none":null}');
    expect(rows?.map(({ name, value }) => [name, value])).toEqual([
      ['app_env', 'production'],
      ['replicas', '6'],
      ['new_cart', 'true'],
      ['hosts', '["a"]'],
      ['none', 'null'],
    ]);
  });

  it('should be unavailable when an object is nested or the text is no object', () => {
    expect(['{"a":{"b":1}}', '{"a":[{"b":1}]}', '[1]', '{', '"x"'].map(tableRows)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('extraVariables', () => {
  it('should start with the text when the table cannot show it', () => {
    expect(extraVariables('{"a":{"b":1}}')).toEqual({ mode: 'json', text: '{\n  "a": {\n    "b": 1\n  }\n}' });
    expect(extraVariables('{}')).toEqual({ mode: 'table', rows: [] });
  });
});

describe('jsonOfRows', () => {
  it('should bring back the object that tableRows took apart', () => {
    const json = '{"app_env":"production","replicas":6}';
    expect(jsonOfRows(tableRows(json) ?? [])).toBe(json);
  });

  it('should be unavailable while a line cannot be read', () => {
    const lines = [[row('a', '[x')], [row(' ', '1')], [row('a', '1'), row('a ', '2')]];
    expect(lines.map(jsonOfRows)).toEqual([null, null, null]);
  });
});

describe('rowFaults', () => {
  const faults = (rules: typeof extraRules, ...rows: [string, string][]) =>
    Object.fromEntries(
      rowFaults(
        rows.map(([name, value], key) => ({ key, name, value })),
        rules,
        words,
      ),
    );

  it('should mark the lines at fault alone', () => {
    expect(faults(extraRules, ['good', '1'], ['APP_env', '[production'], [' ', '1'], ['good ', '2'])).toEqual({
      1: { member: 'value', message: 'no JSON at 2' },
      2: { member: 'name', message: 'no name' },
      3: { member: 'name', message: 'good twice' },
    });
  });

  it('should hold names to the rules of the server', () => {
    expect(faults(extraRules, ['bad name!', '1'])).toEqual({ 0: { member: 'name', message: 'variable_name' } });
    expect(faults(environmentRules, ['1BAD-ENV', 'x'], ['LD_PRELOAD', 'x'], ['COLOR', 'not JSON'])).toEqual({
      0: { member: 'name', message: 'environment_name' },
      1: { member: 'name', message: 'steering_name' },
    });
  });
});

describe('environment lines', () => {
  it('should show scalars plainly and send strings', () => {
    const rows = environmentRows('{"COLOR":1,"NAME":"x","ON":true}');
    expect(rows.map(({ value }) => value)).toEqual(['1', 'x', 'true']);
    expect(jsonOfEnvironment(rows)).toBe('{"COLOR":"1","NAME":"x","ON":"true"}');
    expect(environmentRows(null)).toEqual([]);
  });
});

describe('prettyJson', () => {
  it('should leave unreadable text alone', () => {
    expect(prettyJson('{"a":')).toBe('{"a":');
    expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}');
  });
});

describe('numbers of variables', () => {
  it('should stay as they were written', () => {
    const text = '{"big":12345678901234567890,"ratio":1.0,"port":5}';
    const rows = tableRows(text) ?? [];
    expect(rows.map(({ value }) => value)).toEqual(['12345678901234567890', '1.0', '5']);
    expect(jsonOfRows(rows)).toBe(text);
    expect(prettyJson('{"a":[1.0]}')).toContain('1.0');
    expect(environmentRows('{"A":12345678901234567890}').map(({ value }) => value)).toEqual(['12345678901234567890']);
  });
});
