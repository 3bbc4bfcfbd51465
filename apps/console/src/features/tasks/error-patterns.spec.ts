import { describe, expect, it } from '@jest/globals';
import { ansibleErrors, ansibleHeadings, otherErrors } from './error-patterns.js';

describe('lines of other tools', () => {
  const expression = new RegExp(otherErrors.replace('(?i)', ''), 'i');

  it.each(['npm ERR! error: x', 'cat: x: No such file or directory', 'sh: y: not found', 'Build FAILED'])(
    'should know %p as an error',
    (line) => expect(line).toMatch(expression),
  );

  it.each(['Task ended: error', 'bash ended with exit code 1', 'terrors'])('should leave %p alone', (line) =>
    expect(line).not.toMatch(expression),
  );
});

describe('lines of Ansible', () => {
  it.each(['fatal: [web-1]: UNREACHABLE!', 'failed: [web-1] (item=a)', 'ERROR! no such file', '[ERROR]: bad'])(
    'should know %p as an error',
    (line) => expect(line).toMatch(new RegExp(ansibleErrors)),
  );

  it.each(['ok: [web-1]', 'changed: [fatal]', 'web-1 : ok=1 failed=0', 'no fatal: [x]'])(
    'should leave %p alone',
    (line) => expect(line).not.toMatch(new RegExp(ansibleErrors)),
  );

  it('should know headings by their stars', () => {
    expect('TASK [Gathering Facts] ****************').toMatch(ansibleHeadings);
    expect('PLAY RECAP ***************').toMatch(ansibleHeadings);
    expect('TASK FORCE').not.toMatch(ansibleHeadings);
  });
});
