import { describe, expect, it } from '@jest/globals';
import { stripAnsi } from './ansi.js';

describe('stripAnsi', () => {
  it.each([
    ['\u001b[0;32mok: [web]\u001b[0m', 'ok: [web]'],
    ['\u001b]0;title\u0007text', 'text'],
    ['\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['a\u001b[2Kb\u001b[10;10Hc', 'abc'],
    ['\u001bMup', 'up'],
    ['plain', 'plain'],
    ['unterminated \u001b[', 'unterminated ['],
  ])('should reduce %j to %j', (text, plain) => expect(stripAnsi(text)).toBe(plain));
});
