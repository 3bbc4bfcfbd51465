import { describe, expect, it } from '@jest/globals';
import { OutlineScanner, outlinePattern } from './outline-scanner.js';

const green = (text: string): string => `\u001b[0;32m${text}\u001b[0m`;
const stars = '*'.repeat(40);

function outline(lines: readonly string[]): OutlineScanner {
  const scanner = new OutlineScanner();
  lines.forEach((line, i) => scanner.take(line, i, i));
  return scanner;
}
const shown = ({ groups }: OutlineScanner): string[] =>
  groups.map(({ line, kind, name, counts }) =>
    [
      `${line} ${kind} ${name}`,
      ...Object.entries(counts).flatMap(([state, n]) => (n > 0 ? [`${n} ${state}`] : [])),
    ].join(', '),
  );

const playbook = [
  '',
  `PLAY [Patch] ${stars}`,
  `TASK [Gathering Facts] ${stars}`,
  green('ok: [web-1]'),
  green('ok: [web-2 -> proxy]'),
  '\u001b[1;31mfatal: [web-3]: UNREACHABLE! => {"msg": "timed out"}\u001b[0m',
  `TASK [apt : Install each] ${stars}`,
  green('ok: [web-1] => (item=a)'),
  'changed: [web-1] => (item=b)',
  'ok: [web-1] => (item=c)',
  'skipping: [web-2] => (item=a)',
  'failed: [web-2] (item=b) => {"msg": "no"}',
  `TASK [May fail] ${stars}`,
  'fatal: [web-1]: FAILED! => {"rc": 1}',
  '...ignoring',
  'ok: [web-2]',
  `RUNNING HANDLER [Reload] ${stars}`,
  'changed: [web-1]',
  `PLAY RECAP ${stars}`,
  'web-1 : ok=3 failed=0',
];

describe('the outline of a playbook', () => {
  it('should count each host of a task once, by the worst it did, and what was ignored as ignored', () => {
    expect(shown(outline(playbook))).toEqual([
      '1 play Patch',
      '2 task Gathering Facts, 2 ok, 1 unreachable',
      '6 task apt : Install each, 1 changed, 1 failed',
      '12 task May fail, 1 ok, 1 ignored',
      '16 handler Reload, 1 changed',
      '18 recap ',
    ]);
  });

  it('should name what failed, where and in which task', () => {
    expect(outline(playbook).failures).toEqual([
      { line: 5, host: 'web-3', task: 'Gathering Facts', unreachable: true },
      { line: 11, host: 'web-2', task: 'apt : Install each', unreachable: false },
    ]);
  });

  it('should go on behind what was found before', () => {
    const before = outline(playbook.slice(0, 12));
    const after = new OutlineScanner();
    after.resume(before.groups, before.failures);
    playbook.slice(12).forEach((line, i) => after.take(line, 12 + i, 12 + i));
    expect([after.groups, after.failures]).toEqual([outline(playbook).groups, outline(playbook).failures]);
  });

  it('should be found by the pattern in every line that it reads', () => {
    playbook.forEach((line) => {
      const changed = /^(?:PLAY|TASK|RUNNING)|: \[|ignoring/.test(line);
      expect([line, outlinePattern.test(`x\n${line}\ny`)]).toEqual([line, changed]);
    });
  });
});

describe('the outline of a script', () => {
  it('should have its groups in each of the usual forms', () => {
    const lines = ['::group::Install', 'a', '::endgroup::', '##[group]Test', 'b', '##[endgroup]', '--- Deploy', 'c'];
    const { groups } = outline(lines);
    expect(groups.map(({ name, line, end }) => [name, line, end])).toEqual([
      ['Install', 0, 2],
      ['Test', 3, 5],
      ['Deploy', 6, null],
    ]);
  });

  it('should take neither differences, rules and test results nor what looks like Ansible without a play for a group', () => {
    expect(
      shown(outline(['--- a/file', '+++ b/file', '---', '--- PASS: TestX (0.0s)', 'ok: [x]', '::group::'])),
    ).toEqual([]);
  });
});
