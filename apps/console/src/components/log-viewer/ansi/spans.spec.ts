import { describe, expect, it } from '@jest/globals';
import { applySgr, PLAIN_SGR } from '@switchyard/contracts';
import { carryOver, parsedLine, parseSpans } from './spans.js';
import { lineKind } from '../types.js';

const textOf = (raw: string): string => {
  const { spans } = parseSpans(raw, PLAIN_SGR);
  return spans.map((span) => span.text).join('');
};

describe('parseSpans', () => {
  it('should cut a line where the colour changes', () => {
    const { spans, state } = parseSpans('a\x1b[31mb\x1b[0mc', PLAIN_SGR);
    expect(spans.map(({ text, fg }) => [text, fg])).toEqual([
      ['a', -1],
      ['b', 1],
      ['c', -1],
    ]);
    expect(state).toEqual(PLAIN_SGR);
  });

  it('should begin with the colour of the line before', () => {
    expect(parseSpans('x', applySgr(PLAIN_SGR, '32')).spans[0]?.fg).toBe(2);
  });

  it.each([
    ['a cursor movement', 'a\x1b[2Kb\x1b[1;1Hc', 'abc'],
    ['a window title ended by BEL', 'a\x1b]0;title\x07b', 'ab'],
    ['a hyperlink, whose text stays', '\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\!', 'link!'],
    ['a device string', 'a\x1bPq#0\x1b\\b', 'ab'],
    ['a character set', 'a\x1b(Bb', 'ab'],
    ['control characters but the tab', 'a\x00\x08\tb\x7f\x9d', 'a\tb'],
    ['private parameters that only look like a colour', 'a\x1b[>4;1mb', 'ab'],
    ['an unfinished sequence at the end', 'a\x1b[31', 'a'],
    ['a lone escape', 'a\x1b', 'a'],
  ])('should leave out %s', (_, raw, text) => {
    expect(textOf(raw)).toBe(text);
  });

  it('should show marks of direction, so that none turns the text around', () => {
    expect(textOf('rm \u202etxt.cod\u2069 ok')).toBe('rm ⇄txt.cod⇄ ok');
  });

  const linksOf = (raw: string) => parseSpans(raw, PLAIN_SGR).spans.map(({ text, link }) => [text, link]);

  it('should give linked text its address, until the link or the line ends', () => {
    const raw = 'a \x1b]8;id=1;https://example.org/b\x1b\\b\x1b[31mc\x1b]8;;\x07 d';
    expect(linksOf(raw)).toEqual([
      ['a ', undefined],
      ['b', 'https://example.org/b'],
      ['c', 'https://example.org/b'],
      [' d', undefined],
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//example.org',
    'https://bank.example@evil.example/',
    `https://example.org/${'a'.repeat(3_000)}`,
  ])('should not link to %s', (address) => {
    expect(linksOf(`\x1b]8;;${address}\x07text`)).toEqual([['text', undefined]]);
  });

  it('should keep the rest of the line when a control string has no end', () => {
    expect(textOf('a\x1b]8;;evil hidden text')).toBe('a8;;evil hidden text');
  });

  it('should stay linear when a line holds nothing but openings of control strings', () => {
    expect(textOf('\x1b]'.repeat(100_000))).toBe('');
  });

  it('should show the last state when carriage returns overwrite', () => {
    expect(textOf('10%\r50%\r100%')).toBe('100%');
    expect(textOf('10%\r50%\r\r')).toBe('50%');
  });

  it('should keep the colour over a carriage return', () => {
    expect(parseSpans('\x1b[32mold\rnew', PLAIN_SGR).spans).toEqual([{ text: 'new', fg: 2, bg: -1, flags: 0 }]);
  });

  it('should keep markup as text', () => {
    expect(textOf('<img onerror=alert(1)>')).toBe('<img onerror=alert(1)>');
  });
});

describe('parseSpans with places of secrets', () => {
  const shown = (raw: string, ...columns: number[]): string[] =>
    parseSpans(
      raw,
      PLAIN_SGR,
      columns.map((column) => ({ column, secret: null })),
    ).spans.map(({ text, masked, fg }) => `${masked ? `[${text}]` : text}${fg < 0 ? '' : ` ${fg}`}`);

  it('should set apart each of them, and no stars of the tool', () => {
    expect(shown('*** login=*** ******', 10, 14, 17)).toEqual(['*** login=', '[***]', ' ', '[***]', '[***]']);
  });

  it('should count columns in the raw line, and keep its colours', () => {
    expect(shown('\u0001\x1b[31ma ***\x1b[0m***', 8, 15)).toEqual(['a  1', '[***] 1', '[***]']);
  });

  it('should leave out what is overwritten or within a sequence', () => {
    expect(shown('***\r***', 0, 4)).toEqual(['[***]']);
    expect(shown('\x1b]0;***\x07a ***', 4, 10)).toEqual(['a ', '[***]']);
  });
});

describe('carryOver', () => {
  it('should answer the colour behind the line', () => {
    expect(carryOver('a\x1b[1;34mb', PLAIN_SGR)).toEqual(applySgr(PLAIN_SGR, '1;34'));
    expect(carryOver('plain', applySgr(PLAIN_SGR, '31'))).toEqual(applySgr(PLAIN_SGR, '31'));
  });
});

describe('parsedLine', () => {
  it('should not colour a line of the control plane', () => {
    const line = { text: '\x1b[31mforged', time: 0, kind: lineKind.system, sgr: applySgr(PLAIN_SGR, '32') };
    const colours = parsedLine({ ...line, text: 'x' }).spans.map((span) => span.fg);
    expect(colours).toEqual([-1]);
  });

  it('should count two cells when a character is wide', () => {
    expect(parsedLine({ text: 'a日本', time: 0, kind: lineKind.tool, sgr: PLAIN_SGR }).columns).toBe(5);
  });

  it('should parse a line once', () => {
    const line = { text: 'a', time: 0, kind: lineKind.tool, sgr: PLAIN_SGR };
    expect(parsedLine(line)).toBe(parsedLine(line));
  });
});
