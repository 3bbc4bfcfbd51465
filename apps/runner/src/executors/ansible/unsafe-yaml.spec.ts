import { describe, expect, it } from '@jest/globals';
import { parseExactObject } from '@switchyard/contracts';
import { parse } from 'yaml';
import { unsafeYaml } from './unsafe-yaml.js';

const unsafeTag = { tag: '!unsafe', resolve: (text: string) => text };
const read = (text: string): unknown => parse(text, { version: '1.1', customTags: [unsafeTag] });

describe('unsafeYaml', () => {
  it.each([
    ['text', 'plain'],
    ['a template', "{{ lookup('pipe', 'id') }}"],
    ['quotes and backslashes', 'a"b\\c\'d'],
    ['line ends of all kinds', 'a\nb\r\nc\u2028d\u2029e\u0085f'],
    ['control characters', '\u0000\u0007\u001b[31m\u007f\u009f'],
    ['characters beyond the first plane', '😀 \ufeff \uffff'],
    ['what YAML takes for something else', 'yes'],
    ['a document marker', '---\n...\n%YAML'],
    ['a number', 12.5],
    ['a large number', 1e300],
    ['a tiny number', 5e-324],
    ['truth', true],
    ['nothing', null],
    ['nested values', { list: ['a', { deep: '!!python/object' }, []], map: {} }],
  ])('should give %s back as it was', (_what, value) => {
    expect(read(unsafeYaml({ value }))).toEqual({ value });
  });

  it('should tag every string, also nested ones', () => {
    expect(unsafeYaml({ a: 'x', b: ['y', { c: 'z' }] }).match(/!unsafe "[xyz]"/g)).toHaveLength(3);
  });

  it('should write an exponent the way YAML 1.1 reads as a number', () => {
    expect(unsafeYaml({ n: 1e21 })).toContain('1.0e+21');
  });

  it('should keep the text of numbers', () => {
    const text = unsafeYaml(parseExactObject('{"big":12345678901234567890,"ratio":1.0,"small":1E-7,"large":2e9}'));
    expect(text).toContain(': 12345678901234567890');
    expect(text).toContain(': 1.0,');
    expect(text).toContain(': 1.0e-7');
    expect(text).toContain(': 2.0e+9');
  });

  it('should replace half a surrogate pair, which no file can hold', () => {
    expect(read(unsafeYaml({ half: 'a\ud800b' }))).toEqual({ half: 'a\ufffdb' });
  });

  it('should read names of any length and content', () => {
    const name = `${'k'.repeat(2000)}: "\n{`;
    expect(read(unsafeYaml({ [name]: 1, '': 2 }))).toEqual({ [name]: 1, '': 2 });
  });

  it('should write an empty mapping when there is no variable', () => {
    expect(read(unsafeYaml({}))).toEqual({});
  });
});
