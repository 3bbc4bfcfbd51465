import { describe, expect, it } from '@jest/globals';
import { readToolOutputs } from './terraform-outputs.js';

describe('readToolOutputs', () => {
  it('should read what Terraform prints, of which the sensitive are secret', () => {
    const printed = {
      url: { sensitive: false, type: 'string', value: 'https://x' },
      password: { sensitive: true, type: 'string', value: 'p' },
      none: { sensitive: false, type: 'dynamic', value: null },
      hosts: { type: ['list', 'string'], value: ['a'] },
    };
    expect(readToolOutputs(JSON.stringify(printed))).toEqual([
      { name: 'url', value: 'https://x', secret: false },
      { name: 'password', value: 'p', secret: true },
      { name: 'none', value: null, secret: false },
      { name: 'hosts', value: ['a'], secret: false },
    ]);
    expect(readToolOutputs('{}\n')).toEqual([]);
  });

  it.each(['', 'Warning: none', '[]', '{"a":1}'])('should read nothing of %j', (printed) => {
    expect(readToolOutputs(printed)).toBeNull();
  });
});
