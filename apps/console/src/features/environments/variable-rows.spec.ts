import { describe, expect, it } from '@jest/globals';
import {
  environmentRows,
  extraVariables,
  jsonOfEnvironment,
  jsonOfRows,
  prettyJson,
  tableRows,
  type VariableRow,
} from './variable-rows.js';

const words = {
  unnamed: 'a line has no name',
  twice: (name: string) => `${name} stands twice`,
  unreadable: (name: string, reason: string) => `${name}: ${reason}`,
};
const row = (name: string, value: string): VariableRow => ({ key: 0, name, value });

describe('tableRows', () => {
  it('should show each value as JSON', () => {
    const rows = tableRows('{"app_env":"production","replicas":6,"new_cart":true,"hosts":["a"],"none":null}');
    expect(rows?.map(({ name, value }) => [name, value])).toEqual([
      ['app_env', '"production"'],
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
    expect(jsonOfRows(tableRows(json) ?? [], words)).toEqual({ json, fault: null });
  });

  it('should report the parse error of a value that is no JSON', () => {
    expect(jsonOfRows([row('app_env', 'production')], words).fault).toMatch(/^app_env: Unexpected token/);
  });

  it('should refuse an unnamed line and a name that stands twice', () => {
    expect(jsonOfRows([row(' ', '1')], words).fault).toBe('a line has no name');
    expect(jsonOfRows([row('a', '1'), row('a ', '2')], words).fault).toBe('a stands twice');
  });
});

describe('environment lines', () => {
  it('should show scalars plainly and send strings', () => {
    const rows = environmentRows('{"COLOR":1,"NAME":"x","ON":true}');
    expect(rows.map(({ value }) => value)).toEqual(['1', 'x', 'true']);
    expect(jsonOfEnvironment(rows, words).json).toBe('{"COLOR":"1","NAME":"x","ON":"true"}');
    expect(environmentRows(null)).toEqual([]);
  });
});

describe('prettyJson', () => {
  it('should leave unreadable text alone', () => {
    expect(prettyJson('{"a":')).toBe('{"a":');
    expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}');
  });
});
