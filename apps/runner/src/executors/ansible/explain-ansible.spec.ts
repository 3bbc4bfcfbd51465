import { describe, expect, it } from '@jest/globals';
import { explainAnsible } from './explain-ansible.js';
import { reasonText } from '../../testing/reason-text.js';

describe('explainAnsible', () => {
  it.each([
    [1, 'x\nERROR! Decryption failed on vault.yml\n', 'Decryption failed on vault.yml'],
    [1, 'ERROR! Completely failed to parse inventory source /a/inventory', 'the inventory was rejected: Completely'],
    [2, 'PLAY RECAP', 'a task failed on a host'],
    [4, '', 'a host was unreachable'],
  ])('should explain exit code %d with the output %j', (exitCode, tail, text) => {
    const why = explainAnsible({ exitCode, signal: null }, tail);
    expect(typeof why === 'string' ? why : reasonText(why)).toContain(text);
  });

  it('should explain nothing when nothing is known', () => {
    expect(explainAnsible({ exitCode: 250, signal: null }, '')).toBeNull();
    expect(explainAnsible({ exitCode: null, signal: 'SIGKILL' }, '')).toBeNull();
  });
});
