import { describe, expect, it } from '@jest/globals';
import { scriptArguments } from './script-arguments.js';

describe('scriptArguments', () => {
  it('should put variables between the arguments of template and task in their given order', () => {
    const args = scriptArguments({
      leading: ['-x'],
      script: 'deploy.sh',
      templateArguments: ['--fast'],
      variables: { zone: 'eu', alpha: 'x y' },
      taskArguments: ['last'],
    });
    expect(args).toEqual(['-x', 'deploy.sh', '--fast', 'zone=eu', 'alpha=x y', 'last']);
  });

  it.each([
    ['a string', '$(id) `id`', '$(id) `id`'],
    ['a number', 1.5, '1.5'],
    ['truth', false, 'false'],
    ['nothing', null, ''],
    ['a list', [1, 'a'], '[1,"a"]'],
    ['an object', { a: { b: 1 } }, '{"a":{"b":1}}'],
  ])('should pass %s as data', (_what, value, text) => {
    const parts = { leading: [], script: 's', templateArguments: [], variables: { v: value }, taskArguments: [] };
    expect(scriptArguments(parts)[1]).toBe(`v=${text}`);
  });
});
