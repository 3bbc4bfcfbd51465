import { describe, expect, it } from '@jest/globals';
import { parseOutputs } from './parse-outputs.js';

const values = (text: string): Record<string, unknown> =>
  Object.fromEntries(parseOutputs(text).given.map(({ name, value }) => [name, value]));

describe('parseOutputs', () => {
  it.each<[string, string, Record<string, unknown>]>([
    [
      'texts as they are',
      'version=1.10\nempty=\nurl=https://x/?a=b<<c\n',
      { version: '1.10', empty: '', url: 'https://x/?a=b<<c' },
    ],
    ['a text with a colon before its end', 'time=12:=30', { time: '12:=30' }],
    [
      'JSON',
      'n:=3\nyes:=true\nnone:=null\nhosts:=["a","b"]\no:={"b":1,"a":2}',
      { n: 3, yes: true, none: null, hosts: ['a', 'b'], o: { b: 1, a: 2 } },
    ],
    ['several lines', 'notes<<END\none\n\n two=2\nEND\nafter=1', { notes: 'one\n\n two=2', after: '1' }],
    ['several lines of JSON', 'list:<<EOF\n[\n  1\n]\nEOF\n', { list: [1] }],
    ['no lines', 'none<<END\nEND\n', { none: '' }],
    ['lines of Windows', 'a=1\r\nb<<END\r\nx\r\ny\r\nEND\r\n', { a: '1', b: 'x\ny' }],
    ['characters that end lines elsewhere', 'a=x\u2028y\rz', { a: 'x\u2028y\rz' }],
    ['nothing', '\n\n', {}],
  ])('should read %s', (_what, text, expected) => {
    expect([values(text), parseOutputs(text).refused]).toEqual([expected, []]);
  });

  it('should name the lines that are no outputs, and read the others', () => {
    const { given, refused } = parseOutputs('a=1\nhunter22\nb:={x}\nc=3\nd<<END\ne=5\n');
    expect(given.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(refused).toEqual([
      'Line 2 of the outputs is left out: it is not name=value',
      'Line 3 of the outputs is left out: the value is not JSON',
      'Line 5 of the outputs and what follows are left out: the end of the value is missing',
    ]);
  });

  it('should take no end for the empty one', () => {
    expect(parseOutputs('a<<\nb=1\n\n').given).toEqual([]);
  });
});
