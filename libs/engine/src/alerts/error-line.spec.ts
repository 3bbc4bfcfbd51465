import { describe, expect, it } from '@jest/globals';
import { MAX_ALERT_LINE } from '@switchyard/contracts';
import { errorLine } from './error-line.js';

const numbered = (lines: string[]) => lines.map((text, i) => ({ number: i + 1, text }));

describe(errorLine.name, () => {
  it.each<[string, string[], [number, string] | null]>([
    [
      'of Ansible, but for one that it ignores',
      [
        'error in a name',
        'fatal: [a]: FAILED!',
        '...ignoring',
        '\u001b[31mfatal: [b]: FAILED! => x\u001b[0m',
        'web : failed=1',
      ],
      [4, 'fatal: [b]: FAILED! => x'],
    ],
    ['of Terraform', ['Planning', '│ Error: no such region', 'exit'], [2, '│ Error: no such region']],
    ['by its words', ['building', 'make: *** [all] Error 2', 'bye'], [2, 'make: *** [all] Error 2']],
    ['the last one that has a text', ['one', 'two', ' ', ''], [2, 'two']],
    ['without counts of no failures', ['ok=1 failed=0', 'last'], [2, 'last']],
    ['none of an empty log', [], null],
  ])('should be the line %s', (_, lines, expected) => {
    const found = errorLine(numbered(lines));
    expect(found && [found.number, found.text]).toEqual(expected);
  });

  it('should be one line without control characters, and bounded', () => {
    expect(errorLine(numbered(['Error: a\rb\u0000c\u2028d']))?.text).toBe('Error: a b\ufffdc d');
    expect(errorLine(numbered([`Error: ${'x'.repeat(5_000)}`]))?.text).toHaveLength(MAX_ALERT_LINE);
  });
});
