import { describe, expect, it } from '@jest/globals';
import { ansibleErrors, ansibleHeadings } from './ansible-lines.js';

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
